"""Light bookkeeping of Wallenstein on the screens."""
