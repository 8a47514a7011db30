"""From a checked ruleset to functions over one vector of integers.

The modules here form two halves that meet in one small language: on one side a ruleset is lowered to a Python
module in the subset that `subset` describes; on the other that module runs, in CPython as it is or natively
through `native`. `runtime` holds the functions every such module may call.
"""
