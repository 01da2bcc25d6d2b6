/* Keeps an open table up to date: asks its version often while the page is seen, seldom while hidden. */
(function () {
  "use strict";
  const SEEN = 1200, HIDDEN = 30000, USED = 120000;
  let usedAt = Date.now();
  for (const kind of ["pointermove", "keydown", "scroll", "touchstart"]) {
    addEventListener(kind, () => { usedAt = Date.now(); }, { passive: true });
  }

  function refresh(table) {
    const pick = table.dataset.pick ? "?pick=" + encodeURIComponent(table.dataset.pick) : "";
    return htmx.ajax("GET", table.dataset.address + pick, { target: "#table", swap: "outerHTML" });
  }

  async function look() {
    const table = document.getElementById("table");
    if (!table || !table.dataset.live) return;
    const used = !document.hidden && Date.now() - usedAt < USED ? "&used" : "";
    try {
      const answer = await fetch(table.dataset.live + "?v=" + table.dataset.version + used, { credentials: "omit" });
      // A click in between may have brought a newer page already.
      const now = document.getElementById("table");
      if (answer.status === 200 && now && (await answer.text()) !== now.dataset.version) await refresh(now);
    } catch (error) { /* offline: the next look will tell */ }
  }

  async function keepLooking() {
    await look();
    setTimeout(keepLooking, document.hidden ? HIDDEN : SEEN);
  }

  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
  setTimeout(keepLooking, SEEN);
})();
