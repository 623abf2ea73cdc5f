"""Statistical studies of games: comparisons, ablations, sweeps and measurements, with confidence intervals."""
