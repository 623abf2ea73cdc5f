"""Machine-code backend: WebAssembly, run by wasmtime (the extra `fast`)."""
