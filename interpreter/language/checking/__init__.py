"""Static analyses of the typed IR: effects, feasibility, cost, value ranges, and information flow."""
