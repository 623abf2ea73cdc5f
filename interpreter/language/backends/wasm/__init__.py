"""The intermediate language as WebAssembly, run by wasmtime (the extra `fast`)."""
