"""From files of results to answers: tables, plots and a page. Reads, never simulates."""
