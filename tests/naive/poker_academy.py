"""Poker Academy text of given hands, to test its reader."""

from __future__ import annotations

from railbird.table import CALL, FOLD, Hand, State

STREETS = ("", "FLOP:  ", "TURN:  ", "RIVER:  ")
BETTING = {"limit": "Limit", "no-limit": "No Limit", "pot-limit": "Pot Limit"}


def dollars(cents: int) -> str:
    """An amount as the program writes it, such as ``$1,006.50``."""
    return f"${cents // 100:,}" + (f".{cents % 100:02}" if cents % 100 else "")


def write_poker_academy(hand: Hand, *, glue: bool = False, away: str | None = "Away") -> str:
    """A hand as text; ``glue`` leaves no space between the dealer's star and their stack."""
    state = State(hand.rules, hand.stacks)
    limit = hand.rules.betting == "limit"
    blinds = sorted(hand.rules.blinds)[-2:]
    low, high = hand.rules.bets[1:3] if limit else blinds
    when = hand.when
    assert when is not None
    text = [
        f"Poker Academy Pro #{int(hand.number):,}",
        f"{BETTING[hand.rules.betting]} Texas Holdem ({dollars(low)}/{dollars(high)})",
        f"Table {hand.table}",
        f"{when:%b %d, %Y - %H:%M:%S} (BST)",
        "",
    ]
    if away is not None:
        text.append(f" 1}} {away}        (sitting out)")
    for p, name in enumerate(hand.players):
        star = (" *" if glue else " *   ") if p == hand.rules.button else "   "
        cards = "  " + " ".join(map(str, hand.hole_cards[p] or ()))
        text.append(f" {p + 2}) {name}{star}{dollars(hand.stacks[p])}{cards}")
    text.append("")
    for p, ante in enumerate(hand.rules.antes):
        if ante:
            text.append(f"{hand.players[p]} posts ante {dollars(min(ante, hand.stacks[p]))}")
    for kind, size in zip(("small", "big"), blinds, strict=True):
        p = hand.rules.blinds.index(size)
        text.append(f"{hand.players[p]} posts {kind} blind {dollars(state.bets[p])}")
    text += _betting(hand, state)
    text.append("")
    back = _uncalled(state)
    for p, payoff in enumerate(hand.payoffs):
        won = payoff + state.paid[p] - back[p]
        if won:
            how = "with a hand" if state.showdown else "uncontested"
            text.append(f"{hand.players[p]} wins {dollars(won)} {how}")
    return "\n".join([*text, "", "*" * 30, ""])


def _betting(hand: Hand, state: State) -> list[str]:
    text = []
    street = 0
    for action in hand.actions:
        if state.round != street:
            street = state.round
            text += ["", STREETS[street] + " ".join(map(str, hand.board[: street + 2]))]
        p = state.actor
        assert p is not None
        name, to_call = hand.players[p], state.options().to_call
        if action == FOLD:
            text.append(f"{name} folds")
        elif action == CALL:
            text.append(f"{name} calls {dollars(to_call)} " if to_call else f"{name} checks")
        else:
            verb = "raises" if to_call else "bets"
            text.append(f"{name} {verb} {dollars(action - state.level)}")
        state.apply(action)
    if state.showdown:
        for later in range(street + 1, 4):
            text += ["", STREETS[later] + " ".join(map(str, hand.board[: later + 2]))]
        for p, folded in enumerate(state.folded):
            if not folded:
                text.append(
                    f"{hand.players[p]} shows {' '.join(map(str, hand.hole_cards[p] or ()))}"
                )
    return text


def _uncalled(state: State) -> list[int]:
    """The uncalled chips: with equal antes, what one player paid beyond every other."""
    most, second = sorted(state.paid)[-1:-3:-1]
    return [most - second if paid == most else 0 for paid in state.paid]
