"""The reference evaluator: a checked ruleset, played by walking its tree.

It is the definition in executable form. The compiled ways of running are tested against it, so it is written
to be believed and not to be fast: Python lists for zones, one method for each node of ``ruleset/core.py``, a
generator for whatever can wait for a player. Of the engine it knows only the faults and the interface of
machines, and of ``compile/`` nothing, so an error there can't be an error here too.

From the bottom up, each module a layer over the one before: ``table`` (what lies where), ``geometry``
(boards), ``world`` (looking, moving, chance, faults), ``domains`` and ``expressions`` (values), ``legal``
(moves), ``effects`` (steps that change the table), ``control`` (steps that hold others, and decisions),
``search`` (as many times as possible), ``machine`` (the interface).
"""

from rulewright.reference.machine import ReferenceMachine

__all__ = ["ReferenceMachine"]
