"""Random play in volume: the games of a run, played by any way of running on any number of workers, and what
they show."""

from rulewright.simulate.questions import OpenQuestion, open_one_by_one, simulate_open
from rulewright.simulate.run import Progress, simulate
from rulewright.simulate.setting import Setting
from rulewright.simulate.summary import FaultCount, Summary

__all__ = [
    "FaultCount",
    "OpenQuestion",
    "Progress",
    "Setting",
    "Summary",
    "open_one_by_one",
    "simulate",
    "simulate_open",
]
