// Where a run is, beside its results: the same command goes on from here. It is written before anything is sent that
// costs something, and gone when the run has ended, so that a new run is a fresh one.
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { UsageError } from '../failure.ts'
import type { Survey } from './survey.ts'
import { syncFolder } from './sync-folder.ts'

export type Refused = { line: number; error: string; reason: string }

export type Progress = Survey & {
  version: typeof version
  /** Its idempotency keys begin with this. */
  run: string
  endpoint: string
  /** Lines whose results are in the partial files, and how long those were then. */
  done: number
  bytes: { out: number; failed: number }
  succeeded: number
  failed: number
  credits: number
  /** What was being sent: since when, and once it was taken on, as which batch. */
  open: { first: number; since: string; batchId: string | null; refused: Refused[] } | null
  /** All results are written; only the partial files remain to be moved into place. */
  isComplete: boolean
}

/** Since 2 the results of an open run are in partial files. */
const version = 2

export const progressFile = (out: string): string => `${out}.progress`

export const newProgress = (endpoint: string, found: Survey): Progress => ({
  version,
  run: randomBytes(12).toString('hex'),
  endpoint,
  ...found,
  done: 0,
  bytes: { out: 0, failed: 0 },
  succeeded: 0,
  failed: 0,
  credits: 0,
  open: null,
  isComplete: false,
})

/** Null where there is none. */
export function readProgress(out: string, endpoint: string, found: Survey): Progress | null {
  const file = progressFile(out)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return null
  }
  const restart = `; delete ${file} to start over, which pays again for finished lines`
  let kept: Progress
  try {
    kept = JSON.parse(text) as Progress
  } catch {
    throw new UsageError(`${file} cannot be read${restart}`)
  }
  if (kept.version !== version)
    throw new UsageError(
      `${file} was written by another version of quarry: finish the run with that version${restart}`,
    )
  if (kept.endpoint !== endpoint)
    throw new UsageError(`${file} is of another run, over ${kept.endpoint}${restart}`)
  if (kept.digest !== found.digest)
    throw new UsageError(`the inputs have changed since the run in ${file} began${restart}`)
  return kept
}

/** Whole or not at all, whenever the program is killed or the power fails: it says what was paid for. */
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
