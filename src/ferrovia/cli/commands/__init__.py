"""One module for each command: its function `command`, or the commands of its `group`."""
