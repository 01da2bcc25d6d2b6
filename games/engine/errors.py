"""Why an action is refused: a rule, a message id and its parameters, never a sentence.

The site's edge puts the message into words in the reader's language.
"""


class IllegalAction(Exception):
    """An action the rules forbid now; nothing has been changed.

    rule: number of the rule that forbids it, such as "T7".
    message: id of the sentence that says why, such as "field-taken".
    parameters: plain values the sentence needs (ints, strings, lists of them).
    """

    def __init__(self, rule: str, message: str, **parameters: object) -> None:
        super().__init__(rule, message, parameters)
        self.rule = rule
        self.message = message
        self.parameters = parameters

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IllegalAction) and self.args == other.args

    def __hash__(self) -> int:
        return hash((self.rule, self.message))
