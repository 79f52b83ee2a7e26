"""Understanding text: words, sentences, names, what a question asks for. Pure, and the same for every stage."""
