"""Tables of logarithms and probabilities that the search and all backends share.

They are computed from whole numbers only and rounded once, because the functions of the C library (`math.log`,
`math.exp`) may differ in the last bit between platforms. What remains elsewhere are additions, multiplications,
divisions and roots, which are exact everywhere (IEEE 754).
"""

from __future__ import annotations

from functools import cache

LOG_COUNT = 1 << 12
"""Size of the table of logarithms of whole numbers; larger numbers are halved until they fit."""
LOG_2 = 0.6931471805599453
STEPS, MAX_LEAD = 64, 30
"""Entries of the table of probabilities per unit of lead, and the lead at which it is cut off, either way."""
UNIT = 1 << 128
"""One, as a fixed-point number."""


@cache
def log_table() -> tuple[float, ...]:
    """Return the logarithms of the whole numbers below `LOG_COUNT`, correctly rounded; 0.0 for zero.

    The logarithm of a composite number is a sum. For a prime p it follows from the neighbours, which have smaller
    factors, since p² = (p - 1) (p + 1) / (1 - 1 / p²).
    """
    logs = [0, 0, _log_ratio(3)]
    factors = _least_factors(LOG_COUNT)
    for number in range(3, LOG_COUNT):
        factor = factors[number]
        if factor < number:
            logs.append(logs[factor] + logs[number // factor])
        else:
            above = logs[2] + logs[(number + 1) // 2]
            logs.append((logs[number - 1] + above + _log_ratio(2 * number * number - 1)) // 2)
    return tuple(number / UNIT for number in logs)


def _log_ratio(number: int) -> int:
    """Return the logarithm of (n + 1) / (n - 1), in fixed point."""
    power = total = 2 * UNIT // number
    divisor = 1
    while power:
        power //= number * number
        divisor += 2
        total += power // divisor
    return total


def _least_factors(count: int) -> list[int]:
    """Return the least prime factor of each number below `count`."""
    factors = list(range(count))
    for prime in range(2, int(count**0.5) + 1):
        for multiple in range(prime * prime, count, prime):
            factors[multiple] = min(factors[multiple], prime)
    return factors


@cache
def chance_table() -> tuple[float, ...]:
    """Return the values of the logistic function 1 / (1 + exp(-x)) for x from -MAX_LEAD to MAX_LEAD."""
    powers = [UNIT]
    step = _exponential(STEPS)
    for _ in range(MAX_LEAD * STEPS):
        powers.append(powers[-1] * step // UNIT)
    falling = [1 / (1 + UNIT / power) for power in powers]
    return *falling[:0:-1], *(1 / (1 + power / UNIT) for power in powers)


def _exponential(divisor: int) -> int:
    """Return exp(-1 / divisor), in fixed point."""
    term = total = UNIT
    count = 0
    while term:
        count += 1
        term //= divisor * count
        total += -term if count % 2 else term
    return total


def log_of(number: int) -> float:
    """Return the logarithm of a whole number from 1 on; for large numbers approximately."""
    halved = 0.0
    while number >= LOG_COUNT:
        number >>= 1
        halved += LOG_2
    return log_table()[number] + halved


def chance_of_lead(lead: float) -> float:
    """Return the chance to win from 0 to 1 with a lead in units of the typical lead: the logistic function."""
    lead = max(-float(MAX_LEAD), min(float(MAX_LEAD), lead))
    return chance_table()[int((lead + MAX_LEAD) * STEPS + 0.5)]
