"""A picture of the table before a jam-or-fold hand: seats, stacks, blinds, button and prizes."""

from __future__ import annotations

from math import cos, pi, sin

from railbird.reports.charts import FONT
from railbird.reports.parts import plain
from railbird.tournament import HandSolution

WIDTH, HEIGHT = 640, 420
_MIDDLE = (WIDTH / 2, HEIGHT / 2)
_SEATS = (250.0, 165.0)  # radii of the ring of seats
_CHIPS = (160.0, 92.0)  # and of what they have posted
_BOX = (112, 46)
_LINE = 17
_PRIZES_SHOWN = 5


def table_picture(found: HandSolution) -> str:
    """The table as an SVG that takes its colours from the page."""
    rules, count = found.rules, len(found.seats)
    button = 0 if count == 2 else count - 3
    parts = [_felt(), _centre(found)]
    for at, seat in enumerate(found.seats):
        turn = pi / 2 + 2 * pi * (at - button) / count  # the button sits in front, action clockwise
        lines = [f"{rules.stacks[at]:g}"]
        if rules.bounties is not None:
            lines.append(f"bounty {rules.bounties[at]:g}")
        if at in rules.in_by_posting:
            lines[0] += " (all-in)"
        parts.append(_seat(_on_ring(_SEATS, turn), seat, lines))
        if rules.posted[at]:
            x, y = _on_ring(_CHIPS, turn)
            parts.append(_text(x, y + 5, f"{rules.posted[at]:g}", bold=True))
        if at == button:
            parts.append(_dealer(_on_ring((190.0, 112.0), turn + 0.7 * pi / max(count, 5))))
    says = ", ".join(f"{s} {c:g}" for s, c in zip(found.seats, rules.stacks, strict=True))
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="{FONT}" '
        f'aria-label="{plain(f"The table, in order of action: {says}")}">{"".join(parts)}</svg>'
    )


def _on_ring(radii: tuple[float, float], turn: float) -> tuple[float, float]:
    return _MIDDLE[0] + radii[0] * cos(turn), _MIDDLE[1] + radii[1] * sin(turn)


def _text(x: float, y: float, text: str, *, bold: bool = False, colour: str = "ink") -> str:
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="middle" font-size="16"{weight} '
        f'fill="var(--{colour})">{plain(text)}</text>'
    )


def _felt() -> str:
    x, y = _MIDDLE
    return f'<ellipse cx="{x:g}" cy="{y:g}" rx="245" ry="150" fill="var(--felt)"/>'


def _centre(found: HandSolution) -> str:
    """Blinds, ante and prizes in the middle of the table."""
    rules = found.rules
    lines = [f"blinds {rules.blinds[0]:g}/{rules.blinds[1]:g}"]
    if rules.ante:
        lines.append(f"ante {rules.ante:g}")
    if rules.big_blind_ante:
        lines.append(f"big-blind ante {rules.big_blind_ante:g}")
    if rules.payouts is None:
        lines.append("for chips")
    else:
        more = " / …" if len(rules.payouts) > _PRIZES_SHOWN else ""
        prizes = " / ".join(f"{x:g}" for x in rules.payouts[:_PRIZES_SHOWN])
        lines.append(f"prizes {prizes}{more}")
    x, y = _MIDDLE
    top = y - 10 * (len(lines) - 1) + 5
    return "".join(_text(x, top + 20 * i, line, colour="faint") for i, line in enumerate(lines))


def _seat(at: tuple[float, float], name: str, lines: list[str]) -> str:
    width, height = _BOX[0], _BOX[1] + _LINE * (len(lines) - 1)
    x, y = at
    box = (
        f'<rect x="{x - width / 2:.0f}" y="{y - height / 2:.0f}" width="{width}" '
        f'height="{height}" rx="10" fill="var(--soft)" stroke="var(--rule)"/>'
    )
    top = y - height / 2 + 19
    texts = [_text(x, top + _LINE * (i + 1), line) for i, line in enumerate(lines)]
    return "".join([box, _text(x, top, name, bold=True), *texts])


def _dealer(at: tuple[float, float]) -> str:
    x, y = at
    disc = f'<circle cx="{x:.0f}" cy="{y:.0f}" r="13" fill="var(--paper)" stroke="var(--faint)"/>'
    return disc + _text(x, y + 6, "D", bold=True)
