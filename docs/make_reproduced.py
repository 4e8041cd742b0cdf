"""Writes the table of experiments into ``reproduced.md``, between its two comments."""

from pathlib import Path

from railbird.reproduce.registry import EXPERIMENTS

PAGE = Path(__file__).with_name("reproduced.md")
BEGIN, END = "<!-- table of experiments -->", "<!-- end of the table -->"


def table() -> str:
    """Experiments in Markdown; those that show the same thing share a row."""
    rows: dict[tuple[str, str, str, float], list[str]] = {}
    for experiment in EXPERIMENTS.values():
        document, _, title = experiment.title.partition("), ")
        if title.startswith("Figure"):
            title = title.partition(", ")[2]
        key = (document + ")", title, experiment.expected, experiment.seconds)
        rows.setdefault(key, []).append(f"`{experiment.id}`")
    lines = ["| experiment | document | what | status | about |", "| --- | --- | --- | --- | --- |"]
    for (document, title, status, seconds), names in rows.items():
        took = f"{seconds:g} s" if seconds else "–"
        lines.append(f"| {', '.join(names)} | {document} | {title} | {status} | {took} |")
    return "\n".join(lines)


def page(text: str) -> str:
    """The page with the table as it is now."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{table()}\n\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
