"""The interface, where it used to be."""
from rulewright.machine.interface import *
from rulewright.machine.interface import DONE
