"""Hands in PokerStars' form, as our writer has them, rewritten as other rooms write them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape

_LINE = re.compile(
    r"(?P<name>.+): (?P<verb>folds|checks|calls|bets|raises|shows|posts (?:small|big) blind)"
    r"(?: \[(?P<cards>[^\]]*)\])?(?: (?P<money>\$[0-9.]+))?(?: to (?P<to>\$[0-9.]+))?.*"
)
_SEAT = re.compile(r"Seat ([0-9]+): (.+) \((\$[0-9.]+) in chips\)")
_HEADER = re.compile(
    r"PokerStars Hand #([0-9]+): Hold'em No Limit \(([^/]+)/([^ ]+) USD\) - (\S+) (\S+) ET"
)
_TABLE = re.compile(r"Table '(.*)' ([0-9]+)-max Seat #([0-9]+) is the button")
_DEALT = re.compile(r"Dealt to (.+) \[(.*)\]")
_STREET = re.compile(r"\*\*\* (FLOP|TURN|RIVER) \*\*\* (.*)")
_RETURNED = re.compile(r"Uncalled bet \((.*)\) returned to (.+)")
_COLLECTED = re.compile(r"(.+) collected (\S+) from pot")
_TOTAL = re.compile(r"Total pot (\S+) \| Rake (\S+)")


@dataclass
class Told:
    """A hand in parts; money is as PokerStars writes it, and `cents` reads it."""

    number: str = ""
    small: str = ""
    big: str = ""
    day: str = ""
    time: str = ""
    table: str = ""
    size: str = ""
    button: str = ""
    seats: list[tuple[str, str, str]] = field(default_factory=list)
    hero: tuple[str, str] = ("", "")
    lines: list[tuple[str, str, str, int]] = field(default_factory=list)
    """Verb, name, text (an amount, or cards), and the chips that it costs now."""
    returned: dict[str, str] = field(default_factory=dict)
    total: str = ""
    rake: str = ""


def cents(money: str) -> int:
    """An amount such as ``$1.50`` in cents."""
    whole, _, part = money.lstrip("$").partition(".")
    return 100 * int(whole) + int(f"{part}00"[:2])


def money(chips: int) -> str:
    """The opposite of `cents`, always with cents."""
    return f"{chips // 100}.{chips % 100:02}"


def tell(text: str) -> Told:
    """The parts of a hand in PokerStars' form."""
    told = Told()
    bets: dict[str, int] = {}
    for line in text.split("\n"):
        if found := _HEADER.fullmatch(line):
            told.number, told.small, told.big, told.day, told.time = found.groups()
        elif found := _TABLE.fullmatch(line):
            told.table, told.size, told.button = found.groups()
        elif found := _SEAT.fullmatch(line):
            told.seats.append((found[1], found[2], found[3]))
        elif found := _DEALT.fullmatch(line):
            told.hero = (found[1], found[2])
            told.lines.append(("dealt", found[1], found[2], 0))
        elif found := _STREET.fullmatch(line):
            bets.clear()
            told.lines.append((found[1], "", found[2], 0))
        elif found := _RETURNED.fullmatch(line):
            told.returned[found[2]] = found[1]
            told.lines.append(("returned", found[2], found[1], 0))
        elif found := _COLLECTED.fullmatch(line):
            told.lines.append(("collected", found[1], found[2], 0))
        elif found := _TOTAL.fullmatch(line):
            told.total, told.rake = found.groups()
        elif found := _LINE.fullmatch(line):
            name, verb, cards, paid, to = found.groups()
            before = bets.get(name, 0)
            after = cents(to) if to else before + (cents(paid) if paid else 0)
            bets[name] = after
            shown = cards if verb == "shows" else None
            told.lines.append((verb, name, shown or to or paid or "", after - before))
    return told


def _by_seat(told: Told) -> list[tuple[str, str, str]]:
    return sorted(told.seats, key=lambda seat: int(seat[0]))


def winamax(told: Told) -> str:
    """As Winamax writes it."""

    def euros(text: str) -> str:
        return f"{text.lstrip('$')}€"

    text = [
        (
            f"Winamax Poker - CashGame - HandId: #1-2-{told.number} - Holdem no limit "
            f"({euros(told.small)}/{euros(told.big)}) - {told.day} {told.time} UTC"
        ),
        f"Table: '{told.table}' {told.size}-max (real money) Seat #{told.button} is the button",
        *[f"Seat {seat}: {name} ({euros(chips)})" for seat, name, chips in _by_seat(told)],
        "*** ANTE/BLINDS ***",
    ]
    level = 0
    for verb, name, what, _ in told.lines:
        if verb == "dealt":
            text += [f"Dealt to {name} [{what}]", "*** PRE-FLOP ***"]
            level = cents(told.big)
        elif verb.isupper():
            text.append(f"*** {verb} *** {what.replace('] [', '][')}")
            level = 0
        elif verb == "raises":
            text.append(f"{name} raises {money(cents(what) - level)}€ to {euros(what)}")
            level = cents(what)
        elif verb == "shows":
            text.append(f"{name} shows [{what}] (High card)")
        elif verb == "collected":
            text.append(f"{name} collected {euros(what)} from pot")
        elif verb != "returned":
            text.append(f"{name} {verb}" + (f" {euros(what)}" if what else ""))
            level = cents(what) if verb == "bets" else level
    rake = f"Rake {euros(told.rake)}" if cents(told.rake) else "No rake"
    total = money(cents(told.total) - cents(told.rake))
    text += ["*** SUMMARY ***", f"Total pot {total}€ | {rake}"]
    return "\n".join([*text, "", "", ""])


def pacific(told: Told) -> str:
    """As 888poker writes it."""
    year, month, day = told.day.split("/")
    text = [
        f"***** 888poker Hand History for Game {told.number} *****",
        f"{told.small}/{told.big} Blinds No Limit Holdem - *** {day} {month} {year} {told.time}",
        f"Table {told.table} {told.size} Max (Real Money)",
        f"Seat {told.button} is the button",
        f"Total number of players : {len(told.seats)}",
        *[f"Seat {seat}: {name} ( {chips} )" for seat, name, chips in _by_seat(told)],
    ]
    for verb, name, what, paid in told.lines:
        if verb == "dealt":
            cards = what.replace(" ", ", ")
            text += ["** Dealing down cards **", f"Dealt to {name} [ {cards} ]"]
        elif verb.isupper():
            cards = what.rpartition("[")[2].rstrip("]").replace(" ", ", ")
            text.append(f"** Dealing {verb.lower()} ** [ {cards} ]")
        elif verb == "shows":
            text.append(f"{name} shows [ {what.replace(' ', ', ')} ]")
        elif verb == "collected":
            text += ["** Summary **", f"{name} collected [ {what} ]"]
        elif verb != "returned":
            text.append(f"{name} {verb}" + (f" [${money(paid)}]" if what else ""))
    return "\n".join([*text, "", "", ""])


def party(told: Told) -> str:
    """As PartyPoker writes it."""
    text = [
        f"***** Hand History for Game {told.number} *****",
        f"${cents(told.big)} USD NL Texas Hold'em - Monday, April 25, {told.time} BST 2011",
        f"Table {told.table} (Real Money)",
        f"Seat {told.button} is the button",
        f"Total number of players : {len(told.seats)}/{told.size}",
        *[f"Seat {seat}: {name} ( {chips} USD )" for seat, name, chips in told.seats],
    ]
    winners = {name for verb, name, _, _ in told.lines if verb == "collected"}
    for verb, name, what, paid in told.lines:
        if verb == "dealt":
            text += ["** Dealing down cards **", f"Dealt to {name} [  {what} ]"]
        elif verb.isupper():
            cards = what.rpartition("[")[2].rstrip("]").replace(" ", ", ")
            text.append(f"** Dealing {verb.title()} ** [ {cards} ]")
        elif verb == "shows":
            text.append(f"{name} shows [ {what.replace(' ', ', ')} ]high card.")
        elif verb == "collected":
            chips = cents(what) + cents(told.returned.get(name, "$0"))
            text.append(f"{name} wins ${money(chips)} USD from the main pot.")
        elif verb == "returned":
            if name not in winners:
                text.append(f"{name} wins {what} USD from the side pot.")
        elif verb.startswith("posts"):
            text.append(f"{name} {verb} [${money(paid)} USD].")
        else:
            text.append(f"{name} {verb}" + (f" [${money(paid)} USD]" if what else ""))
    return "\n".join([*text, "", "", ""])


def winning(told: Told) -> str:
    """As the Winning network writes it since 2019."""
    text = [
        (
            f"Hand #{told.number} - Holdem(No Limit) - {told.small}/{told.big} - "
            f"{told.day} {told.time} UTC"
        ),
        f"{told.table} {told.size}-max Seat #{told.button} is the button",
        *[f"Seat {seat}: {name} ({chips})" for seat, name, chips in _by_seat(told)],
    ]
    for verb, name, what, _ in told.lines:
        if verb == "dealt":
            text += ["*** HOLE CARDS ***", f"Dealt to {name} [{what}]"]
        elif verb.isupper():
            text.append(f"*** {verb} *** {what}")
        elif verb == "shows":
            text.append(f"{name} shows [{what}] (high card)")
        elif verb == "collected":
            text.append(f"{name} collected {what} from main pot")
        elif verb == "returned":
            text.append(f"Uncalled bet ({what}) returned to {name}")
        elif verb == "raises":
            text.append(f"{name} raises {what} to {what}")
        else:
            words = verb.replace("posts ", "posts the ")
            text.append(f"{name} {words}" + (f" {what}" if what else ""))
    total = money(cents(told.total) - cents(told.rake))
    text += ["*** SUMMARY ***", f"Total pot ${total} | Rake {told.rake}"]
    return "\n".join([*text, "", "", ""])


def bovada(told: Told) -> str:
    """As Bovada writes it: players are named by where they sit."""
    order = [name for _, name, _ in told.seats]
    labels = ["Small Blind", "Big Blind", *[f"UTG+{i}" for i in range(len(order) - 3)], "Dealer"]
    called = dict(zip(order, labels, strict=True))
    called[told.hero[0]] += " [ME]"
    text = [
        (
            f"Ignition Hand #{told.number} TBL#77 HOLDEM No Limit - "
            f"{told.day.replace('/', '-')} {told.time}"
        ),
        *[f"Seat {n}: {called[name]} ({chips} in chips)" for n, name, chips in _by_seat(told)],
    ]
    words = {"posts small blind": "Small Blind", "posts big blind": "Big blind"}
    for verb, name, what, _ in told.lines:
        who = called.get(name, "").replace(" [ME]", "  [ME]")
        if verb == "dealt":
            text += ["*** HOLE CARDS ***", f"{who} : Card dealt to a spot [{what}]"]
        elif verb.isupper():
            text.append(f"*** {verb} *** {what}")
        elif verb == "collected":
            text.append(f"{who} : Hand result {what}")
        elif verb == "returned":
            text.append(f"{who} : Return uncalled portion of bet {what}")
        elif verb == "raises":
            text.append(f"{who} : Raises {what} to {what}")
        elif verb != "shows":
            text.append(f"{who} : {words.get(verb, verb.title())}" + (f" {what}" if what else ""))
    text += ["*** SUMMARY ***", f"Total Pot({told.total})"]
    return "\n".join([*text, "", "", ""])


def everest(told: Told) -> str:
    """As PokerTracker exports hands of Everest."""
    text = [
        (
            f"EverestPoker Game #{told.number}: Table {told.table} - {told.small}/{told.big} - "
            f"No Limit Hold'em - {told.time} - {told.day}"
        ),
        *[f"Seat {seat}: {name} ({chips})" for seat, name, chips in _by_seat(told)],
    ]
    for verb, name, what, _ in told.lines:
        if verb == "dealt":
            text += [f"The button is in seat #{told.button}", "*** HOLE CARDS ***"]
            text.append(f"Dealt to {name} [{what}]")
        elif verb.isupper():
            text.append(f"*** {verb} *** [{what.rpartition('[')[2]}")
        elif verb == "shows":
            text.append(f"{name} shows [{what}]")
        elif verb == "collected":
            text += ["*** SUMMARY ***", f"{name} collects {what}"]
        elif verb == "raises":
            text.append(f"{name} raises to {what}")
        elif verb.startswith("posts"):
            text.append(f"{name} {verb.replace('posts', 'posts the')} of {what}")
        elif verb != "returned":
            text.append(f"{name} {verb}" + (f" {what}" if what else ""))
    return "\n".join([*text, "", "", ""])


def ipoker(told: Told) -> str:
    """As iPoker writes it, without the session around it."""
    paid: dict[str, int] = {}
    won: dict[str, int] = {}
    for verb, name, what, chips in told.lines:
        paid[name] = paid.get(name, 0) + chips
        if verb in ("collected", "returned"):
            won[name] = won.get(name, 0) + cents(what)
    types = {"folds": 0, "checks": 4, "calls": 3, "bets": 5, "raises": 23}
    types |= {"posts small blind": 1, "posts big blind": 2}
    text = [
        f' <game gamecode="{told.number}">',
        f"  <general><startdate>{told.day.replace('/', '-')} {told.time}</startdate>",
        "   <players>",
        *[
            f'    <player seat="{seat}" name="{escape(name)}" chips="{chips}" '
            f'dealer="{int(seat == told.button)}" win="${money(won.get(name, 0))}" '
            f'bet="${money(paid.get(name, 0))}"/>'
            for seat, name, chips in _by_seat(told)
        ],
        "   </players></general>",
        '  <round no="0">',
    ]
    street = 0
    for at, (verb, name, what, chips) in enumerate(told.lines, 1):
        if verb == "dealt" or verb.isupper():
            street += 1
            cards = what.rpartition("[")[2].rstrip("]").split()
            turned = " ".join(card[1].upper() + card[0].replace("T", "10") for card in cards)
            kind = "Pocket" if verb == "dealt" else verb.title()
            text.append("  </round>")
            text.append(f'  <round no="{street}">')
            text.append(f'   <cards type="{kind}" player="{escape(name)}">{turned}</cards>')
        elif verb in types:
            amount = what if verb == "raises" else f"${money(chips)}"
            text.append(
                f'   <action no="{at}" player="{escape(name)}" type="{types[verb]}" '
                f'sum="{amount}"/>'
            )
    return "\n".join([*text, "  </round>", " </game>", ""])


IPOKER_SESSION = """\
<?xml version="1.0" encoding="utf-8"?>
<session sessioncode="1">
 <general>
  <gametype>Holdem NL {small}/{big}</gametype>
  <tablename>Lake, 4711</tablename>
  <currency>USD</currency>
  <nickname>{hero}</nickname>
 </general>
"""

FORMS: dict[str, Callable[[Told], str]] = {
    "winamax": winamax,
    "888": pacific,
    "partypoker": party,
    "winning": winning,
    "bovada": bovada,
    "pokertracker": everest,
    "ipoker": ipoker,
}


def rewrite(text: str, room: str) -> str:
    """Text of hands in PokerStars' form, as the room with this format writes them."""
    hands = [tell(part) for part in text.split("\n\n") if part.strip()]
    session = ""
    if room == "ipoker":
        first = hands[0]
        session = IPOKER_SESSION.format(
            small=first.small, big=first.big, hero=escape(first.hero[0])
        )
    return session + "".join(map(FORMS[room], hands))
