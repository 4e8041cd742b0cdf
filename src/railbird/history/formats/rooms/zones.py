"""The time zones that the texts of rooms name."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

_REGIONS = {
    "ET": "America/New_York",
    "CT": "America/Chicago",
    "MT": "America/Denver",
    "PT": "America/Los_Angeles",
    "WET": "Europe/Lisbon",
    "CET": "Europe/Paris",
    "EET": "Europe/Athens",
    "MSK": "Europe/Moscow",
    "JST": "Asia/Tokyo",
}
"""Zones whose clocks change: rooms write these names in summer too."""

_HOURS = {
    "UTC": 0,
    "GMT": 0,
    "EST": -5,
    "EDT": -4,
    "CDT": -5,
    "MDT": -6,
    "PST": -8,
    "PDT": -7,
    "BST": 1,
    "WEST": 1,
    "MEZ": 1,
    "CEST": 2,
    "MESZ": 2,
    "EEST": 3,
    "YEKST": 6,
    "ICT": 7,
}
"""Hours ahead of UTC, for names that are used in one half of the year or whose clocks never change.
A name that several parts of the world use, such as IST, is left out."""


@lru_cache(maxsize=64)
def _zone(name: str) -> tzinfo | None:
    if name in _REGIONS:
        return ZoneInfo(_REGIONS[name])
    return timezone(timedelta(hours=_HOURS[name])) if name in _HOURS else None


def time_in_utc(  # noqa: PLR0917 - the parts of a time, as texts have them
    year: str, month: str, day: str, hour: str, minute: str, second: str | None, zone: str | None
) -> datetime | None:
    """A time in UTC, by the name of its zone; as it is if the zone is not known, None if wrong.

    Examples
    --------
    >>> time_in_utc("2020", "7", "1", "20", "05", None, "ET").isoformat()
    '2020-07-02T00:05:00+00:00'
    >>> time_in_utc("2020", "7", "1", "20", "05", "06", "").isoformat()
    '2020-07-01T20:05:06'
    >>> time_in_utc("2020", "2", "30", "20", "05", "06", "")
    """
    begun = _hour_in_utc(year, month, day, hour, zone)
    minutes, seconds = int(minute), int(second or 0)
    if begun is None or minutes > 59 or seconds > 59:
        return None
    return begun + timedelta(0, 60 * minutes + seconds)


@lru_cache(maxsize=1024)
def _hour_in_utc(year: str, month: str, day: str, hour: str, zone: str | None) -> datetime | None:
    """The beginning of an hour, in which clocks do not change: hands of a session share it."""
    try:
        return _in_utc(datetime(int(year), int(month), int(day), int(hour)), zone)
    except ValueError:
        return None


def _in_utc(moment: datetime, zone: str | None) -> datetime:
    if not zone:
        return moment
    if zone == "UTC":
        return moment.replace(tzinfo=UTC)
    where = _zone(zone)
    try:
        return moment if where is None else moment.replace(tzinfo=where).astimezone(UTC)
    except OverflowError:  # in the years 1 and 9999
        return moment
