// Runs a WebAssembly program made for WASI preview 1: node wasi-run.mjs PROGRAM [ARGUMENT...]
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { WASI } from 'node:wasi';

const [, , program, ...rest] = process.argv;

const wasi = new WASI({
  version: 'preview1',
  args: [program, ...rest],
  env: { ...process.env, RUST_TEST_THREADS: '1' },
  returnOnExit: true,
});
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exit(wasi.start(instance));
