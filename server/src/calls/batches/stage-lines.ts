// Checks the lines of a file with the parameters of their endpoint and stores them in the database until they become
// jobs. An open upload has a lease; when its server crashes, the lease expires and a sweep deletes its lines.
import { setTimeout as delay } from 'node:timers/promises'
import type { ConfiguredEndpoint } from '../../lookups/sources/configure-endpoints.ts'
import { inTransaction } from '../../platform/db/connection.ts'
import { changeRows, type Queryable, statement } from '../../platform/db/statement.ts'
import { isRefusal, Refusal } from '../../platform/errors.ts'
import type { Pause } from '../../platform/lib/slices.ts'
import { type EnqueueOptions, type NewJob, planJob, rowBytes } from '../jobs/enqueue-jobs.ts'
import { type FileLine, nameLine } from './read-file-lines.ts'

const chunkLines = 500
/** Small, because a chunk is encoded without a pause. */
const chunkBytes = 250_000
/** After each chunk an upload pauses for as long as the chunk took, at most this long, so that calls keep their latency. */
const maxPauseMs = 100
/** Further skipped lines are only counted. */
const maxListed = 100

type SkippedLine = { line: number; error: string }
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
    await delay(Math.min(performance.now() - chunkStartedAt, maxPauseMs))
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

/** Per account and over all servers. */
const maxOpenUploads = 2

export type UploadOwner = { id: string; accountId: number; keyId: string; endpoint: string }

/** The fields of a job that differ between the lines of an upload. */
type StagedJob = Omit<NewJob, 'accountId' | 'keyId' | 'endpoint' | 'batchId' | 'item' | 'webhook'>
export type StagedLine = { item: number; job: string }

function toStagedLine({ item, ...job }: NewJob & { item: number }): StagedLine {
  const { accountId: _a, keyId: _k, endpoint: _e, batchId: _b, webhook: _w, ...staged } = job
  return { item, job: JSON.stringify(staged satisfies StagedJob) }
}

export const fromStagedLine = ({ id, ...owner }: UploadOwner, { item, job }: StagedLine): NewJob => ({
  ...(JSON.parse(job) as StagedJob),
  ...owner,
  batchId: id,
  item,
  webhook: null,
})

/** Counts the bytes of a line as the database does. */
const countLineBytes = ({ job }: StagedLine): number => rowBytes + Buffer.byteLength(job)

const openStatement = statement(`
insert into batch_uploads (id, account_id, key_id, endpoint, slot, seen) values ($1, $2, $3, $4, $5, now())
on conflict (account_id, slot) do nothing`)

/** False if the account has as many open uploads as it may have. */
export async function openUpload(pool: Queryable, upload: UploadOwner): Promise<boolean> {
  const { id, accountId, keyId, endpoint } = upload
  for (let slot = 0; slot < maxOpenUploads; slot += 1)
    if ((await changeRows(pool, openStatement, [id, accountId, keyId, endpoint, slot])) === 1) return true
  return false
}

const addStatement = statement(`
insert into batch_lines (batch_id, account_id, item, job)
select $1, $2, l.item, l.job from json_to_recordset($3::json) as l(item integer, job text)`)

const addLines = (client: Queryable, { id, accountId }: UploadOwner, lines: readonly StagedLine[]) =>
  changeRows(client, addStatement, [id, accountId, JSON.stringify(lines)])

const renewStatement = statement('update batch_uploads set seen = now() where id = $1 and slot is not null')

/** False if the lease expired and the lines were deleted. */
export const renewUpload = async (pool: Queryable, id: string): Promise<boolean> =>
  (await changeRows(pool, renewStatement, [id])) === 1

const acceptStatement = statement(`
update batch_uploads set slot = null, total = $2, seen = now() where id = $1 and slot is not null`)

/** False if the lease expired. */
export const acceptUpload = async (client: Queryable, id: string, total: number): Promise<boolean> =>
  (await changeRows(client, acceptStatement, [id, total])) === 1

const dropStatement = statement('delete from batch_uploads where id = $1 and slot is not null')

/** Deletes an upload that was not accepted, with its lines. */
export const dropUpload = (pool: Queryable, id: string) => changeRows(pool, dropStatement, [id])

const sweepStatement = statement(`
delete from batch_uploads where id in (
  select id from batch_uploads where slot is not null and seen < now() - $1 * interval '1 second'
  for update skip locked)`)

/** Deletes the uploads of crashed servers. */
export const sweepUploads = (pool: Queryable, leaseSeconds: number) =>
  changeRows(pool, sweepStatement, [leaseSeconds])
