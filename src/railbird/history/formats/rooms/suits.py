"""Cards with the suit first, such as ``H10`` or ``sJ``, as iPoker writes them."""

from __future__ import annotations

from functools import lru_cache

from railbird.cards.card import Card

_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
_CARDS = {
    suit + name: Card(4 * rank + "cdhs".index(suit.lower()))
    for suit in "CDHScdhs"
    for rank, usual in enumerate(_RANKS)
    for name in ((usual, "10") if usual == "T" else (usual,))
}


@lru_cache(maxsize=8192)
def suit_first(text: str) -> tuple[Card, ...] | None:
    """The cards of a text, without hidden ones; None if they are not written so.

    Examples
    --------
    >>> len(suit_first("H10 sJ X")), suit_first("Th")
    (2, None)
    """
    words = [word for word in text.split() if word not in ("X", "x")]
    if any(word not in _CARDS for word in words):
        return None
    return tuple([_CARDS[word] for word in words])
