"""HuBot, the limit hold'em agent of Sêca (2008), with its opponent model."""

from railbird.players.hubot.player import HuBot

__all__ = ["HuBot"]
