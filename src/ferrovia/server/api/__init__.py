"""The HTTP API, one file per subject. `requests` types what is asked, `ferrovia.server.core.outbox.answers` what is
answered."""
