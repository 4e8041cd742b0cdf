"""Errors in the input, with one exception type for each kind.

Every message is one sentence that names the input and says how to correct it. Every type is a
`ValueError`, so ``except railbird.errors.InputError`` and plain ``except ValueError`` both catch
it. The command line prints the sentence and exits with status 2.
"""


class InputError(ValueError):
    """Base class of all errors in what the user gave."""


class CardError(InputError):
    """A text or number that is not a card."""


class DuplicateCardError(InputError):
    """The same card was given twice."""


class HandSizeError(InputError):
    """A hand with the wrong number of cards for the game."""


class BoardSizeError(InputError):
    """A board that is not 0, 3, 4 or 5 cards."""


class RangeError(InputError):
    """A range text that cannot be read or contradicts itself."""


class EmptyRangeError(InputError):
    """A range without hands, by itself or after removing dead and board cards."""


class WeightError(InputError):
    """A weight outside 0 to 1."""


class OptionError(InputError):
    """An option whose value makes no sense, such as players, tolerance, samples or a file name."""


class RulesError(InputError):
    """Table rules or stacks that make no sense."""


class IllegalActionError(InputError):
    """An action that the rules do not allow at this point."""


class HandRecordError(InputError):
    """A record of a hand that contradicts itself or the rules."""


class NotationError(InputError):
    """A text in the one-letter betting notation that does not fit the rules."""


class HistoryError(InputError):
    """A hand history that cannot be read."""


class CannotHoldError(HistoryError):
    """A hand that a format cannot represent."""


class LibraryError(InputError):
    """A library of hands that cannot be opened or written."""


class LostProcessError(InputError):
    """A process that ended, or was killed, before its work was done."""
