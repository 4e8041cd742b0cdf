"""Every table and figure of the documents as one named, self-checking experiment."""
