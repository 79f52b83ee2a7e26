"""The index: papers cut into chunks, their vectors in Chroma, their words in tantivy, and a manifest over both.

manifest.json            which generation is true, written last and swapped in at once
generation-7/            never changed once the manifest names it
    chroma/              one row for each chunk (on a Chroma server instead, with FOOTNOTED_CHROMA_URL)
    chroma.sums.json     checksums of its graph of vectors
    lexical/             one document for each paper, which also keeps the paper itself
    contents.json        paper id to content hash, source and rows
words.sqlite             the words of all chunks, as sketches, by chunk id
unfinished/              vectors of a sync that is not done
write.lock               held by the one process that syncs
collection.id            the index's name on a Chroma server
"""
