"""What every game's rules share. Knows no game, no site and no Django."""
