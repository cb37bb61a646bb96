"""King of Kings at the table: its data files, maps, reports."""
