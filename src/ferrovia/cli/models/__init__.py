"""Language models that play a seat through an endpoint."""
