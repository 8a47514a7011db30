"""The faults, where they used to be."""
from rulewright.machine.faults import *
from rulewright.machine.faults import Fault, FaultCode
