"""The registry of diagnostic codes, one module per stage of the pipeline.

Importing this package imports every module of codes, so `Code.all()` is complete afterwards. A new stage adds
its module to the list below.
"""

from rulewright.diagnostics.codes import check, loading, scenario
from rulewright.diagnostics.codes.base import Code

__all__ = ["Code", "check", "loading", "scenario"]
