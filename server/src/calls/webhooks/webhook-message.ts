// Builds the message of a webhook: the job, the batch with all its items, or the event of a watch, as its account would
// read it now.

import type { Pool } from 'pg'
import type { Viewer } from '../../accounts/caller.ts'
import { type Provenance, toProvenanceFields } from '../../lookups/lookup-result.ts'
import { readRows, statement } from '../../platform/db/statement.ts'
import { isRefusal } from '../../platform/errors.ts'
import { readBatch } from '../batches/read-batches.ts'
import { errorColumn, readJob, toJobText } from '../jobs/read-jobs.ts'
import { readEvent } from '../watches/watch-events.ts'
import { readWatch } from '../watches/watches.ts'
import type { MessageSubject } from './delivery-queue.ts'

const maxResultChars = 1_000_000

/** JSON text; null when the subject is no longer stored. */
export async function buildMessage(pool: Pool, deliveryId: string, subject: MessageSubject) {
  const { job_id: job, batch_id: batch, watch_id: watch, watch_event: event } = subject
  const viewer = { accountId: subject.account_id, keyId: null }
  try {
    if (watch !== null) return await buildWatchMessage(pool, deliveryId, viewer, watch, event ?? 0)
    return job === null
      ? await buildBatchMessage(pool, deliveryId, viewer, batch ?? '')
      : await buildJobMessage(pool, deliveryId, viewer, job)
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

async function buildJobMessage(pool: Pool, deliveryId: string, viewer: Viewer, id: string): Promise<string> {
  const row = await readJob(pool, viewer, id)
  // Decision: a result above a million characters is omitted; the job's own address has it.
  const isLarge = (row.result?.length ?? 0) > maxResultChars
  const head = { type: `job.${row.state}`, delivery_id: deliveryId, result_omitted: isLarge }
  const job = toJobText(isLarge ? { ...row, result: null } : row)
  return `${JSON.stringify(head).slice(0, -1)},"job":${job}}`
}

/** A batch from a file has up to a hundred thousand items; the results have all of them. */
const maxListedItems = 1_000

const itemsStatement = statement(`
select item, id as job_id, state as status, status_code, credits, ${errorColumn}, reason, provenance
from jobs where batch_id = $1 order by item limit ${maxListedItems}`)

async function buildBatchMessage(
  pool: Pool,
  deliveryId: string,
  viewer: Viewer,
  id: string,
): Promise<string> {
  const batch = await readBatch(pool, viewer, id)
  const rows = await readRows<{ provenance: Provenance | null }>(pool, itemsStatement, [id])
  const items = rows.map(({ provenance, ...row }) => ({ ...row, ...toProvenanceFields(provenance) }))
  const head = { type: `batch.${batch.status}`, delivery_id: deliveryId }
  // Decision: the message of a batch of at most 1,000 items is the same as in earlier versions.
  const omitted = batch.total > maxListedItems ? { items_omitted: batch.total - maxListedItems } : {}
  return JSON.stringify({ ...head, batch, items, ...omitted })
}

async function buildWatchMessage(pool: Pool, deliveryId: string, viewer: Viewer, id: string, number: number) {
  const watch = await readWatch(pool, viewer, id)
  const event = await readEvent(pool, id, number)
  if (event === null) return null
  const head = { type: `watch.${event.type}`, delivery_id: deliveryId, values_omitted: event.isLarge, watch }
  return `${JSON.stringify(head).slice(0, -1)},"event":${event.text}}`
}
