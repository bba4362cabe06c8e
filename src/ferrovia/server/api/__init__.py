"""The HTTP API. One file per subject; what is asked and answered is typed in `ferrovia.server.messages`."""
