"""What trackers count: the statistics of each player in a hand, and all-in adjusted winnings."""

from railbird.history.tracking.flags import SEATS, STATISTICS, Statistic, seat_of
from railbird.history.tracking.track import Tracked, TrackedSeat, track

__all__ = ["SEATS", "STATISTICS", "Statistic", "Tracked", "TrackedSeat", "seat_of", "track"]
