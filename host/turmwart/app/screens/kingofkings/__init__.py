"""Screens of King of Kings."""
