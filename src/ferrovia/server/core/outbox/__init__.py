"""The one way out: whatever a client learns is made here, for the seats that client holds."""
