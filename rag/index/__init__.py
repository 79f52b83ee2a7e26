"""The index: papers cut into chunks, their vectors in Chroma, their words in tantivy, and a manifest over both."""
