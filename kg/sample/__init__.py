"""The sample of ``kg demo``: landmark papers of machine learning, abstracts written for this project (Apache-2.0)."""
