"""The game for language models: tools of the Model Context Protocol."""
