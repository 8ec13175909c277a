// Checks the lines of a file with the parameters of their endpoint and stores them in chunks.
import { setTimeout as delay } from 'node:timers/promises'
import type { ConfiguredEndpoint } from '../../lookups/sources/configure-endpoints.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { isRefusal, Refusal } from '../../platform/errors.ts'
import type { Pause } from '../../platform/lib/turns.ts'
import { type EnqueueOptions, planJob } from '../jobs/enqueue-jobs.ts'
import { type FileLine, nameLine } from './read-file-lines.ts'
import { addLines, countLineBytes, type StagedLine, toStagedLine, type UploadOwner } from './staged-lines.ts'

const chunkLines = 500
/** Small, because a chunk is encoded in one turn of the event loop. */
const chunkBytes = 250_000
/** After each chunk an upload rests for as long as the chunk took, at most this long, so that calls keep their latency. */
const maxRestMs = 100
/** Further skipped lines are only counted. */
const maxListed = 100

export type SkippedLine = { line: number; error: string }
export type StageOutcome = { total: number; skipped: number; skippedLines: SkippedLine[] }

type StageDeps = Omit<EnqueueOptions, 'checkWebhook'> & { maxLines: number; pause: Pause }

type Target = { owner: UploadOwner; configured: ConfiguredEndpoint; skipsBadLines: boolean }

/** Throws 400 for the first bad line, by its number, unless bad lines are skipped; 413 for too many lines. */
export async function stageLines(
  deps: StageDeps,
  { owner, configured, skipsBadLines }: Target,
  lines: AsyncIterable<FileLine | null>,
): Promise<StageOutcome> {
  const { maxLines, pause } = deps
  const outcome: StageOutcome = { total: 0, skipped: 0, skippedLines: [] }
  let lineCount = 0
  let blankCount = 0
  let chunk: StagedLine[] = []
  let bytes = 0
  let chunkStartedAt = performance.now()
  for await (const line of lines) {
    await pause()
    if (line === null) blankCount += 1
    else lineCount += 1
    if (lineCount > maxLines || blankCount > maxLines)
      throw new Refusal('body_too_large', `Payload Too Large: a file may have ${maxLines} lines`)
    if (line === null) continue
    const planned = planLine(owner, configured, line, outcome.total)
    if (isRefusal(planned)) {
      if (!skipsBadLines) throw nameLine(line.line, planned)
      outcome.skipped += 1
      const error = planned.message.replace(/^Bad Request: /, '')
      if (outcome.skippedLines.length < maxListed) outcome.skippedLines.push({ line: line.line, error })
      continue
    }
    outcome.total += 1
    chunk.push(planned)
    bytes += planned.job.length
    if (chunk.length < chunkLines && bytes < chunkBytes) continue
    await storeChunk(deps, owner, chunk)
    chunk = []
    bytes = 0
    await delay(Math.min(performance.now() - chunkStartedAt, maxRestMs))
    chunkStartedAt = performance.now()
  }
  if (chunk.length > 0) await storeChunk(deps, owner, chunk)
  return outcome
}

function planLine(
  { id: batchId, accountId, keyId }: UploadOwner,
  configured: ConfiguredEndpoint,
  line: FileLine,
  item: number,
): StagedLine | Refusal {
  if ('problem' in line) return line.problem
  try {
    return toStagedLine({ ...planJob(configured, line.input, { accountId, keyId, batchId, item }), item })
  } catch (error) {
    if (isRefusal(error)) return error
    throw error
  }
}

async function storeChunk(
  { pool, withSlot, storage }: StageDeps,
  owner: UploadOwner,
  lines: readonly StagedLine[],
): Promise<void> {
  const bytes = lines.reduce((sum, line) => sum + countLineBytes(line), 0)
  const full = await withSlot(owner.accountId, () =>
    inTransaction(pool, async (client) => {
      const [refusal] = await storage.admit(client, [{ accountId: owner.accountId, bytes }])
      if (!refusal) await addLines(client, owner, lines)
      return refusal
    }),
  )
  if (full) throw full
}
