"""The planning and searching bots, compiled: plans, policies for playouts, beliefs, and the search itself."""
