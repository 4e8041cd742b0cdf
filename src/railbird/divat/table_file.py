"""A file of columns, Parquet or CSV by its name, that is whole or not there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from railbird.closing import Closing
from railbird.errors import OptionError

if TYPE_CHECKING:
    import pyarrow as pa

SUFFIXES = (".parquet", ".csv")


def check_name(path: Path) -> None:
    """Refuse a name that does not say the format."""
    if path.suffix.lower() not in SUFFIXES:
        raise OptionError(
            f"columns are written as Parquet or CSV: let the name {path.name!r} end in "
            f"{' or '.join(SUFFIXES)}"
        )


class TableFile(Closing):
    """Writes a table part by part. The file appears only when it is complete.

    The name ends in ``.parquet`` or ``.csv``, which is the format.
    """

    def __init__(self, path: Path) -> None:
        check_name(path)
        try:
            from pyarrow import csv, parquet
        except ImportError:
            raise OptionError(
                "writing columns needs pyarrow, which is not installed: "
                "`pip install 'railbird[columns]'`"
            ) from None
        self._csv: Any = csv
        self._parquet: Any = parquet
        self._path = path
        self._draft = path.with_name(path.name + ".part")
        self._writer: Any = None

    def write_table(self, table: pa.Table) -> None:
        """Add rows. All parts have the same columns."""
        if self._writer is None:
            self._writer = self._open(table.schema)
        self._writer.write_table(table)

    def _open(self, schema: pa.Schema) -> Any:
        if self._path.suffix.lower() == ".csv":
            style = self._csv.WriteOptions(quoting_style="needed")
            return self._csv.CSVWriter(self._draft, schema, write_options=style)
        return self._parquet.ParquetWriter(self._draft, schema, compression="zstd")

    def close(self) -> None:
        """Put the file in its place."""
        if self._writer is None:
            return
        try:
            self._writer.close()
            self._draft.replace(self._path)
        finally:
            self._draft.unlink(missing_ok=True)

    def abandon(self) -> None:
        """Remove what was written so far."""
        if self._writer is not None:
            self._writer.close()
            self._draft.unlink(missing_ok=True)
