// Stores the lines of uploads in the database until they become jobs. An open upload has a lease; when its server
// crashes, the lease expires and a sweep deletes its lines.
import { changeRows, type Queryable, statement } from '../../platform/db/statement.ts'
import { type NewJob, rowBytes } from '../jobs/enqueue-jobs.ts'

/** Per account and over all servers. */
export const maxOpenUploads = 2

export type UploadOwner = { id: string; accountId: number; keyId: string; endpoint: string }

/** The fields of a job that differ between the lines of an upload. */
type StagedJob = Omit<NewJob, 'accountId' | 'keyId' | 'endpoint' | 'batchId' | 'item' | 'webhook'>
export type StagedLine = { item: number; job: string }

export function toStagedLine({ item, ...job }: NewJob & { item: number }): StagedLine {
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
export const countLineBytes = ({ job }: StagedLine): number => rowBytes + Buffer.byteLength(job)

const openStatement = statement(`
insert into batch_uploads (id, account_id, key_id, endpoint, slot, seen) values ($1, $2, $3, $4, $5, now())
on conflict (account_id, slot) do nothing`)

/** False where the account has as many open uploads as it may have. */
export async function openUpload(pool: Queryable, upload: UploadOwner): Promise<boolean> {
  const { id, accountId, keyId, endpoint } = upload
  for (let slot = 0; slot < maxOpenUploads; slot += 1)
    if ((await changeRows(pool, openStatement, [id, accountId, keyId, endpoint, slot])) === 1) return true
  return false
}

const addStatement = statement(`
insert into batch_lines (batch_id, account_id, item, job)
select $1, $2, l.item, l.job from json_to_recordset($3::json) as l(item integer, job text)`)

export const addLines = (client: Queryable, { id, accountId }: UploadOwner, lines: readonly StagedLine[]) =>
  changeRows(client, addStatement, [id, accountId, JSON.stringify(lines)])

const renewStatement = statement('update batch_uploads set seen = now() where id = $1 and slot is not null')

/** False where the lease expired and the lines were deleted. */
export const renewUpload = async (pool: Queryable, id: string): Promise<boolean> =>
  (await changeRows(pool, renewStatement, [id])) === 1

const acceptStatement = statement(`
update batch_uploads set slot = null, total = $2, seen = now() where id = $1 and slot is not null`)

/** False where the lease expired. */
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
