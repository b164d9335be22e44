"""Addressed luck in plain Python integers, written from the formulas: the twin that sim/luck.py is held against."""

FULL = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15
_SIDE = 0xD1B54A32D192ED03


def mix(x: int) -> int:
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & FULL
    x = (x ^ x >> 27) * 0x94D049BB133111EB & FULL
    return x ^ x >> 31


def key(seed: int, identity: int, side: int, crossed: int) -> int:
    base = mix(mix(seed & FULL) + _GAMMA * identity & FULL)
    return mix(base + _SIDE * ((side ^ crossed) + 1) & FULL)


def draw(of: int, purpose: int, k: int) -> int:
    return mix(of + _GAMMA * (purpose * 65536 + 1 + k) & FULL)


def branch(of: int, label: int) -> int:
    return mix(mix(of ^ _SIDE) + _GAMMA * (label & FULL) & FULL)


def below(value: int, bound: int) -> int:
    return (value >> 32) * bound >> 32
