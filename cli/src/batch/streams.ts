// Standard input and output of a batch, as files of a temporary folder: a run reads its inputs twice, and writes
// records and failed lines apart.
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { failedFile } from './result-files.ts'

/** Replaces `-` by files. Writes what the run wrote to stdout and stderr, also when it failed. */
export async function withStreams(
  inputs: string,
  out: string,
  run: (files: { inputs: string; out: string }) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-batch-'))
  try {
    const inputFile = inputs === '-' ? await storeInput(folder) : inputs
    const isCsv = extname(inputFile).toLowerCase() === '.csv'
    const outFile = out === '-' ? join(folder, isCsv ? 'records.csv' : 'records.ndjson') : out
    try {
      await run({ inputs: inputFile, out: outFile })
    } finally {
      if (out === '-') await printFiles(outFile, failedFile(outFile, isCsv))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Inputs that begin with `{` are NDJSON. */
async function storeInput(folder: string): Promise<string> {
  const stored = join(folder, 'inputs')
  await pipeline(process.stdin, createWriteStream(stored, { mode: 0o600 }))
  const handle = createReadStream(stored, { end: 1023 })
  let start = ''
  for await (const chunk of handle) start += chunk
  const withExtension = `${stored}${/^\ufeff?\s*\{/.test(start) ? '.ndjson' : '.csv'}`
  renameSync(stored, withExtension)
  return withExtension
}

async function printFiles(records: string, failures: string): Promise<void> {
  const written = existsSync(records) ? records : `${records}.partial`
  if (existsSync(written)) await pipeline(createReadStream(written), process.stdout, { end: false })
  if (existsSync(failures)) process.stderr.write(readFileSync(failures))
}
