// The Idempotency-Key header: the first request with a key runs, repetitions get the stored answer for up to a day, and
// nothing is billed twice. The database decides, so it works with any number of servers.

import { createHash } from 'node:crypto'
import { Failure } from '@quarry/kit/errors'
import type { Pool } from 'pg'
import { type Hold, leaseSeconds } from '../ledger/hold.ts'
import { type Provenance, toStoredProvenance } from '../lookups/provenance.ts'
import { type Queryable, readRows, statement } from '../platform/db/statement.ts'
import { type Reason, Refusal, ResultGone } from '../platform/errors.ts'
import { canonicalJson } from '../platform/lib/canonical-json.ts'
import { jsonType } from '../platform/lib/json-type.ts'
import type { Pause } from '../platform/lib/turns.ts'
import type { AnswerBound } from './bound-answers.ts'

/** A request with a key. */
export type Marker = {
  accountId: number
  key: string
  /** How long its answer is stored. */
  ttlSeconds: number
  fingerprint: Buffer
  requestId: Hold['id']
}

export type StoredAnswer = {
  status: number
  recordedStatus: number
  contentType: string
  reason: Reason | null
  body: string
  /** Null where the answer has no record. */
  from: Provenance | null
  /** The price of the first answer. */
  credits: number
}

export type Idempotency = ReturnType<typeof createIdempotency>

/** Requests are equal if their endpoint and all parameters are, in any notation. */
export const hashRequest = (path: string, parameters: unknown): Buffer =>
  createHash('sha256')
    .update(`${path}\n${canonicalJson(parameters)}`)
    .digest()

/** The same for a batch, hashed input by input because there are many. */
export async function hashBatch(
  { inputs, ...rest }: { endpoint: unknown; inputs: readonly unknown[]; webhook: unknown },
  pause: Pause,
): Promise<Buffer> {
  const [before, after] = canonicalJson({ ...rest, inputs: [] }).split('"inputs":[]', 2)
  const hash = createHash('sha256').update(`/v2/batches\n${before}"inputs":[`)
  for (const [index, input] of inputs.entries()) {
    await pause()
    hash.update(index === 0 ? canonicalJson(input) : `,${canonicalJson(input)}`)
  }
  return hash.update(`]${after}`).digest()
}

// A raw page may have characters that no text column can store; JSON escapes them.
const isJson = ({ contentType }: StoredAnswer) => contentType === jsonType
const encodeBody = (answer: StoredAnswer) => (isJson(answer) ? answer.body : JSON.stringify(answer.body))
const decodeBody = (answer: StoredAnswer) => (isJson(answer) ? answer.body : JSON.parse(answer.body))

/** The values of an answer's columns, in the order of both statements below; all null without one. */
const toColumns = (answer?: StoredAnswer) => [
  answer?.status ?? null,
  answer?.recordedStatus ?? null,
  answer?.contentType ?? null,
  answer?.reason ?? null,
  answer ? encodeBody(answer) : null,
  answer?.from ? JSON.stringify(toStoredProvenance(answer.from)) : null,
  answer?.credits ?? null,
]

// A running request is dead when it is older than a lease and has no hold. An answer is dead when it has expired; a
// request that runs longer than the lifetime of its answer is not.
const isDead = (t: string) => `(${t}.status is not null and ${t}.expires <= quarry_now()
  or ${t}.status is null and ${t}.at < quarry_now() - ${leaseSeconds} * interval '1 second'
    and not exists (select 1 from holds h where h.id = ${t}.request_id))`

const takeStatement = statement(`
insert into idempotency_keys as t (account_id, key, fingerprint, request_id, at, expires,
  status, recorded_status, content_type, reason, body, provenance, credits)
values ($1, $2, $3, $4, quarry_now(), quarry_now() + $12 * interval '1 second', $5, $6, $7, $8, $9, $10::json, $11)
on conflict (account_id, key) do update set fingerprint = excluded.fingerprint, request_id = excluded.request_id,
  at = excluded.at, expires = excluded.expires, status = excluded.status,
  recorded_status = excluded.recorded_status, content_type = excluded.content_type, reason = excluded.reason,
  body = excluded.body, body_until = null, provenance = excluded.provenance, credits = excluded.credits
where ${isDead('t')}
returning 1`)

const readStatement = statement(`
select fingerprint, status, recorded_status as "recordedStatus", content_type as "contentType", reason, body,
  provenance as "from", credits,
  body = '' or coalesce(body_until <= quarry_now(), false) or expires <= quarry_now() as "isGone"
from idempotency_keys where account_id = $1 and key = $2`)

const sweepStatement = statement(`
delete from idempotency_keys where (account_id, key) in (
  select account_id, key from idempotency_keys t where expires <= (select quarry_now()) and ${isDead('t')}
  order by expires limit 1000 for update skip locked)`)

const goneBodiesStatement = statement(`
update idempotency_keys set body = '' where (account_id, key) in (
  select account_id, key from idempotency_keys where body_until <= (select quarry_now()) and body <> ''
  order by body_until limit 1000 for update skip locked)`)

const storeStatement = statement(`
update idempotency_keys set status = $4, recorded_status = $5, content_type = $6, reason = $7, body = $8,
  provenance = $9::json, credits = $10, body_until = quarry_now() + $11::integer * interval '1 second'
where account_id = $1 and key = $2 and request_id = $3 and status is null`)

const releaseStatement = statement(
  'delete from idempotency_keys where account_id = $1 and key = $2 and request_id = $3 and status is null',
)
const releaseAllStatement = statement('delete from idempotency_keys where status is null')

export function createIdempotency({ pool, bound }: { pool: Pool; bound: AnswerBound }) {
  return {
    /**
     * Takes the key for this request, running or with its answer, and returns null; or returns the earlier answer.
     * Throws Refusal: 409 while an equal request runs or where its body is no longer stored, 422 where the key belongs
     * to another request.
     */
    take: (client: Queryable, marker: Marker, answer?: StoredAnswer) =>
      takeKey(bound, client, marker, answer),
    /** Returns the earlier answer without taking the key. Throws as `take` does, and 409 if there is no answer. */
    async read(client: Queryable, marker: Marker): Promise<StoredAnswer> {
      const stored = await readAnswer(client, marker)
      if (!stored)
        throw new Refusal(
          'idempotency_result_gone',
          'Conflict: no answer is stored under this Idempotency-Key',
        )
      return stored
    },
    /**
     * In the transaction that settles the request. `retentionSeconds` limits how long the body is stored, not the key.
     */
    store: (client: Queryable, marker: Marker, answer: StoredAnswer, retentionSeconds: number | null) =>
      storeAnswer(bound, client, marker, answer, retentionSeconds),
    /** Frees the key of a request without an answer. */
    async release(client: Queryable, { accountId, key, requestId }: Marker) {
      await client.query({ ...releaseStatement, values: [accountId, key, requestId] })
    },
    /** Removes expired entries; with `everyone`, also running requests of other servers. */
    async sweep({ everyone = false }: { everyone?: boolean } = {}) {
      if (everyone) await pool.query(releaseAllStatement)
      while (((await pool.query(sweepStatement)).rowCount ?? 0) >= 1000);
      while (((await pool.query(goneBodiesStatement)).rowCount ?? 0) >= 1000);
    },
  }
}

async function takeKey(bound: AnswerBound, client: Queryable, marker: Marker, answer?: StoredAnswer) {
  const { accountId, key, ttlSeconds, fingerprint, requestId } = marker
  const values = [accountId, key, fingerprint, requestId, ...toColumns(answer), ttlSeconds]
  const inserted = await readRows(client, takeStatement, values)
  if (inserted.length === 0) {
    const stored = await readAnswer(client, marker)
    // The key was freed between the two statements: the caller may try again.
    if (!stored) throw new Refusal('idempotency_in_progress', undefined, 1)
    return stored
  }
  if (answer) bound.added(accountId, answer.body)
  return null
}

/** The answer of the earlier request with this key; null if there was none. */
async function readAnswer(client: Queryable, marker: Marker): Promise<StoredAnswer | null> {
  type Row = StoredAnswer & { fingerprint: Buffer; isGone: boolean | null }
  const [stored] = await readRows<Row>(client, readStatement, [marker.accountId, marker.key])
  if (!stored) return null
  if (!stored.fingerprint.equals(marker.fingerprint)) throw new Refusal('idempotency_mismatch')
  if (stored.status === null) throw new Refusal('idempotency_in_progress', undefined, 1)
  // The key stays taken, so that the request is not charged again.
  if (stored.isGone) throw new ResultGone(stored.credits)
  return { ...stored, body: decodeBody(stored) }
}

async function storeAnswer(
  bound: AnswerBound,
  client: Queryable,
  { accountId, key, requestId }: Marker,
  answer: StoredAnswer,
  retentionSeconds: number | null,
): Promise<void> {
  const values = [accountId, key, requestId, ...toColumns(answer), retentionSeconds]
  const { rowCount } = await client.query({ ...storeStatement, values })
  // Another request took the key of this one, which seemed dead, and is charged instead.
  if (rowCount === 0) throw new Failure('internal', 'the idempotency key was taken by another request')
  bound.added(accountId, answer.body)
}
