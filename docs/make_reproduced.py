"""Writes the table of experiments into ``reproduced.md``, between its two comments."""

from pathlib import Path

from railbird.reproduce.registry import DOCUMENTS

PAGE = Path(__file__).with_name("reproduced.md")
BEGIN, END = "<!-- table of experiments -->", "<!-- end of the table -->"


def table() -> str:
    """Experiments in Markdown; those of one computation share a row."""
    lines = ["| experiment | document | what | status | about |", "| --- | --- | --- | --- | --- |"]
    for document in DOCUMENTS.values():
        for group in document.together():
            names, first = ", ".join(f"`{each.id}`" for each in group), group[0]
            about = f"{first.what} | {first.expected} | {first.duration}"
            lines.append(f"| {names} | {document.title} | {about} |")
    return "\n".join(lines)


def page(text: str) -> str:
    """The page with the table as it is now."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{table()}\n\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
