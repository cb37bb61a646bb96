"""Screens of Paladins of the West Kingdom."""
