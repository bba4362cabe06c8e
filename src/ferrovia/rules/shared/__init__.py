"""What several rules need: reading a rule's columns and parameters, and points by rank."""
