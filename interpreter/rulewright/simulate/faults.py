"""The faults of a run in words: the first game that ended so is played again by the reference evaluator."""

from __future__ import annotations

from rulewright.engine.fault_report import MOST_MOVES, FaultReport, report
from rulewright.engine.words import Words
from rulewright.machine.faults import Cause
from rulewright.simulate.players import MachinePlayer
from rulewright.simulate.setting import Setting
from rulewright.simulate.summary import FaultCount


def tell_fault(setting: Setting, fault: FaultCount) -> FaultReport:
    """The fault in words: those of the first game of the run that ended so."""

    def told() -> tuple[Words, Cause] | None:
        from rulewright.reference import ReferenceMachine

        if fault.moves > MOST_MOVES:
            return None
        machine = ReferenceMachine(setting.ruleset, setting.config)
        position, *_ = MachinePlayer(machine, setting).game(fault.game)
        cause = machine.cause(position)
        if cause is None or machine.fault(position) != fault.fault:
            return None
        return Words(setting.ruleset, setting.config), cause

    return report(setting.ruleset, fault.fault, told)
