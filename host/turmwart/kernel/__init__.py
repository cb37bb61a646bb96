"""What every game stands on: cubes, ledger, decisions, prompts, folding."""
