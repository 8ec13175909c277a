// The progress of a run, stored beside its results so that the same command can continue it. It is written before
// anything that costs credits is sent, and removed when the run has ended.
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { UsageError } from '../failure.ts'
import type { InputSurvey } from './read-lines.ts'

export type Refused = { line: number; error: string; reason: string }

export type Progress = InputSurvey & {
  version: typeof version
  /** Prefix of the idempotency keys. */
  run: string
  endpoint: string
  /** Absent in runs of an older version. */
  fields?: string | null
  /** Lines whose results are in the partial files, and the size of those files. */
  done: number
  bytes: { out: number; failed: number }
  succeeded: number
  failed: number
  credits: number
  /** The chunk in progress; `batchId` is null until the server has accepted it. */
  open: { first: number; since: string; batchId: string | null; refused: Refused[] } | null
  /** All results are written; only the partial files remain to be moved into place. */
  isComplete: boolean
}

/** Version 3 has chunks of 10,000 lines. */
const version = 3

export const progressFile = (out: string): string => `${out}.progress`

/** Identifies what a run looks up: a run with another endpoint or other fields is another run. */
type RunSubject = { endpoint: string; fields: string | null }

export const newProgress = ({ endpoint, fields }: RunSubject, inputs: InputSurvey): Progress => ({
  version,
  run: randomBytes(12).toString('hex'),
  endpoint,
  fields,
  ...inputs,
  done: 0,
  bytes: { out: 0, failed: 0 },
  succeeded: 0,
  failed: 0,
  credits: 0,
  open: null,
  isComplete: false,
})

export function readProgress(
  out: string,
  { endpoint, fields }: RunSubject,
  inputs: InputSurvey,
): Progress | null {
  const file = progressFile(out)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return null
  }
  const restart = `; delete ${file} to start over, which pays again for finished lines`
  let saved: Progress
  try {
    saved = JSON.parse(text) as Progress
  } catch {
    throw new UsageError(`${file} cannot be read${restart}`)
  }
  if (saved.version !== version)
    throw new UsageError(
      `${file} was written by another version of quarry: finish the run with that version${restart}`,
    )
  if (saved.endpoint !== endpoint)
    throw new UsageError(`${file} belongs to another run, of ${saved.endpoint}${restart}`)
  if ((saved.fields ?? null) !== fields)
    throw new UsageError(
      `${file} belongs to another run, ${saved.fields ? `with --fields ${saved.fields}` : 'without --fields'}${restart}`,
    )
  if (saved.digest !== inputs.digest)
    throw new UsageError(`the inputs changed after the run in ${file} started${restart}`)
  return saved
}

/** Atomic and durable, because it records what was paid for. */
export function writeProgress(out: string, progress: Progress): void {
  const fresh = `${progressFile(out)}.new`
  const handle = openSync(fresh, 'w')
  try {
    writeFileSync(handle, `${JSON.stringify(progress)}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(fresh, progressFile(out))
  syncFolder(dirname(fresh))
}

export const removeProgress = (out: string): void => rmSync(progressFile(out), { force: true })

/** Makes created, renamed and removed names in a folder survive a power loss. */
export function syncFolder(folder: string): void {
  // Windows cannot open a folder; its file systems journal names by themselves.
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
