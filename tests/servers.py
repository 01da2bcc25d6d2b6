"""Servers of a test's own, on free ports."""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from typing import Self

import pytest
from redis import Redis
from redis.exceptions import RedisError


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class RedisServer:
    """A Redis that can be stopped, made to hang, and started again. Skips the test where there is none."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        binary = shutil.which("redis-server")
        if binary is None:
            pytest.skip("redis-server is not installed")
        command = [binary, "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        wait_until(self._answers)

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def hang(self) -> None:
        """It still takes connections, and answers none."""
        assert self.process is not None
        os.kill(self.process.pid, signal.SIGSTOP)

    def _answers(self) -> bool:
        with Redis(port=self.port) as redis:
            try:
                return bool(redis.ping())
            except RedisError:
                return False


def wait_until(condition: Callable[[], object], seconds: float = 20) -> None:
    """Wait for the condition to hold. Raises AssertionError after so many seconds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)
