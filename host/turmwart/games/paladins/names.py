"""Names of workers, attributes and actions, and what the actions ask for and raise."""

from __future__ import annotations

ANY = "any"
CRIMINAL = "criminal"
WORKER = "worker"
"""A worker whose kind nobody keeps (standard mode)."""

KINDS = ("labourer", "scout", "merchant", "fighter", "cleric", CRIMINAL)
LETTERS = {
    "w": "labourer",
    "g": "scout",
    "b": "merchant",
    "r": "fighter",
    "k": "cleric",
    "v": CRIMINAL,
}
"""Quick keys of the kinds, by the colours of their pieces (``components.toml``)."""

ATTRIBUTES = ("faith", "strength", "influence")
LEFT = ("develop", "recruit", "hunt", "trade", "pray", "conspire")
RIGHT = ("commission", "garrison", "absolve", "fortify", "attack", "convert")
ACTIONS = (*LEFT, *RIGHT)
SECOND = ("recruit", "hunt", "trade")
"""Actions whose second worker Q-P-SECOND asks for, in its order."""

ASKS = {
    "commission": "faith",
    "garrison": "strength",
    "absolve": "influence",
    "fortify": "influence",
    "attack": "strength",
    "convert": "faith",
}
"""What a right-side action asks for (P-ACT-GEN-4)."""

RAISES = {
    "commission": "influence",
    "garrison": "faith",
    "absolve": "faith",
    "fortify": "strength",
    "attack": "influence",
    "convert": "strength",
}
"""What it raises."""
