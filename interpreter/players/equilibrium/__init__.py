"""Players in equilibrium: small games of two seats are solved before play."""
