"""Statistics as pure functions, arrays in and arrays out, one idea a file."""
