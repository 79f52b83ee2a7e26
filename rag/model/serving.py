"""A program of its own: serves a model file on loopback until its standard input ends. Started by `rag.model.local`.

It reads one line of JSON (`file`, `context` in tokens, `threads`, `key`) and says one: `address`, or `trouble`.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from typing import Any


def main() -> None:
    """Load the file, say the address, and end with the program that started this one."""
    said = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what the native code prints is no answer
    wanted = json.loads(sys.stdin.buffer.readline())
    try:
        server = _serve(wanted)
        told = {"address": server.listening_address}
    except Exception as error:
        told = {"trouble": str(error)}
    print(json.dumps(told), file=said, flush=True)
    if "address" in told:
        sys.stdin.buffer.read()
    os._exit(0)  # the server's threads are not waited for: nobody listens any more


def _serve(wanted: Mapping[str, Any]) -> Any:
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = wanted["file"]
    parameters.n_ctx, parameters.n_parallel = wanted["context"], 1
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = wanted["threads"]
    parameters.cpuparams.poll = parameters.cpuparams_batch.poll = 0  # waiting threads leave the processor to others
    parameters.hostnames, parameters.port = ["127.0.0.1"], 0
    parameters.api_keys = [wanted["key"]]  # or every user of the machine could ask
    parameters.ui = parameters.warmup = False
    parameters.verbosity = 1  # errors alone
    return xllamacpp.Server(parameters)


if __name__ == "__main__":
    main()
