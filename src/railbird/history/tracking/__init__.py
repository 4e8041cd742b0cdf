"""What trackers count: the statistics of each player in a hand, and all-in adjusted winnings."""

from railbird.history.tracking.flags import STATISTICS, Statistic, seat_of
from railbird.history.tracking.track import Tracked, TrackedSeat, track

__all__ = ["STATISTICS", "Statistic", "Tracked", "TrackedSeat", "seat_of", "track"]
