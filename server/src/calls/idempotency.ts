// The Idempotency-Key header: the first request with a key runs, repetitions get its stored response for up to a day,
// and nothing is billed twice. The database decides, so it works with any number of servers.
import { createHash } from 'node:crypto'
import { Failure, invalidParameter } from '@quarry/kit/errors'
import type { Pool } from 'pg'
import { type Hold, leaseSeconds } from '../ledger/reserve.ts'
import { type Provenance, toStoredProvenance } from '../lookups/lookup-result.ts'
import { type Queryable, readRows, statement } from '../platform/db/statement.ts'
import { type Reason, Refusal, ResultGone } from '../platform/errors.ts'
import { jsonType } from '../platform/lib/headers.ts'
import { canonicalJson } from '../platform/lib/json.ts'
import type { Pause } from '../platform/lib/slices.ts'
import type { CallRequest } from './call-request.ts'

/** The two headers: the key, and how long its response is stored. */
export type IdempotencyKey = { key: string; ttlSeconds: number }

/** A request with a key. */
export type Marker = IdempotencyKey & {
  accountId: number
  fingerprint: Buffer
  requestId: Hold['id']
}

export type StoredResponse = {
  status: number
  recordedStatus: number
  contentType: string
  reason: Reason | null
  body: string
  /** Null if the response has no record. */
  from: Provenance | null
  /** The price of the first response. */
  credits: number
}

export type Idempotency = ReturnType<typeof createIdempotency>

const daySeconds = 86_400
const minSeconds = 60

/** Null without a key; throws 400 for an invalid key or time, or more than one. */
export function readIdempotency({
  idempotencyKeys,
  idempotencyTtls,
}: Pick<CallRequest, 'idempotencyKeys' | 'idempotencyTtls'>): IdempotencyKey | null {
  const ttlSeconds = readTtl(idempotencyTtls)
  const [key] = idempotencyKeys
  if (key === undefined) return null
  if (idempotencyKeys.length > 1) throw invalidParameter('Idempotency-Key', 'is given more than once')
  return { key: key.startsWith('"') ? unquoteKey(key) : readBareKey(key), ttlSeconds }
}

function readBareKey(key: string): string {
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalidParameter('Idempotency-Key', 'must be 1 to 255 visible ASCII characters')
  return key
}

// A string of RFC 9651: `"` and `\` are escaped by `\`, and nothing else is.
const quotedKey = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/

/** The draft of the header has a quoted string; `"order-17"` and `order-17` are the same key. */
function unquoteKey(text: string): string {
  const key =
    text.length <= maxQuotedLength ? quotedKey.exec(text)?.[1]?.replaceAll(/\\(.)/g, '$1') : undefined
  if (key === undefined || key.length < 1 || key.length > 255)
    throw invalidParameter(
      'Idempotency-Key',
      'must be a quoted string of 1 to 255 ASCII characters, with \\" and \\\\ for a quote and a backslash, and nothing after it',
    )
  return key
}

/** Each character may be escaped. */
const maxQuotedLength = 2 * 255 + 2

/** A key as a value of the header. */
export const quoteKey = (key: string): string => `"${key.replaceAll(/["\\]/g, '\\$&')}"`

function readTtl(values: readonly string[]): number {
  const [text] = values
  if (text === undefined) return daySeconds
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (values.length > 1) throw invalidParameter('Idempotency-TTL', 'is given more than once')
  if (!(seconds >= minSeconds && seconds <= daySeconds))
    throw invalidParameter('Idempotency-TTL', `must be ${minSeconds} to ${daySeconds} seconds`)
  return seconds
}

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
const isJson = ({ contentType }: StoredResponse) => contentType === jsonType
const encodeBody = (response: StoredResponse) =>
  isJson(response) ? response.body : JSON.stringify(response.body)
const decodeBody = (response: StoredResponse) =>
  isJson(response) ? response.body : JSON.parse(response.body)

/** The values of the columns of a response, in the order of both statements below; all null without one. */
const toColumns = (response?: StoredResponse) => [
  response?.status ?? null,
  response?.recordedStatus ?? null,
  response?.contentType ?? null,
  response?.reason ?? null,
  response ? encodeBody(response) : null,
  response?.from ? JSON.stringify(toStoredProvenance(response.from)) : null,
  response?.credits ?? null,
]

// The key of a running request is free again if the request is older than a lease and has no hold; that of a stored
// response if the response has expired. A request may run for longer than its response would be stored.
const isFree = (t: string) => `(${t}.status is not null and ${t}.expires <= quarry_now()
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
where ${isFree('t')}
returning 1`)

const readStatement = statement(`
select fingerprint, status, recorded_status as "recordedStatus", content_type as "contentType", reason, body,
  provenance as "from", credits,
  body = '' or coalesce(body_until <= quarry_now(), false) or expires <= quarry_now() as "isGone"
from idempotency_keys where account_id = $1 and key = $2`)

const sweepStatement = statement(`
delete from idempotency_keys where (account_id, key) in (
  select account_id, key from idempotency_keys t where expires <= (select quarry_now()) and ${isFree('t')}
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

export function createIdempotency({ pool, bound }: { pool: Pool; bound: StoredBodyBound }) {
  return {
    /**
     * Takes the key for this request, running or with its response, and returns null; or returns the response of the
     * earlier request. Throws Refusal: 409 while an equal request runs or if its body is no longer stored, 422 if the
     * key belongs to another request.
     */
    take: (client: Queryable, marker: Marker, response?: StoredResponse) =>
      takeKey(bound, client, marker, response),
    /** Returns the stored response without taking the key. Throws as `take` does, and 409 if there is none. */
    async read(client: Queryable, marker: Marker): Promise<StoredResponse> {
      const stored = await readStored(client, marker)
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
    store: (client: Queryable, marker: Marker, response: StoredResponse, retentionSeconds: number | null) =>
      storeResponse(bound, client, marker, response, retentionSeconds),
    /** Frees the key of a request whose response is not stored. */
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

async function takeKey(bound: StoredBodyBound, client: Queryable, marker: Marker, response?: StoredResponse) {
  const { accountId, key, ttlSeconds, fingerprint, requestId } = marker
  const values = [accountId, key, fingerprint, requestId, ...toColumns(response), ttlSeconds]
  const inserted = await readRows(client, takeStatement, values)
  if (inserted.length === 0) {
    const stored = await readStored(client, marker)
    // The key was freed between the two statements: the caller may try again.
    if (!stored) throw new Refusal('idempotency_in_progress', undefined, 1)
    return stored
  }
  if (response) bound.added(accountId, response.body)
  return null
}

/** The response of the earlier request with this key; null if there was none. */
async function readStored(client: Queryable, marker: Marker): Promise<StoredResponse | null> {
  type Row = StoredResponse & { fingerprint: Buffer; isGone: boolean | null }
  const [stored] = await readRows<Row>(client, readStatement, [marker.accountId, marker.key])
  if (!stored) return null
  if (!stored.fingerprint.equals(marker.fingerprint)) throw new Refusal('idempotency_mismatch')
  if (stored.status === null) throw new Refusal('idempotency_in_progress', undefined, 1)
  // The key stays taken, so that the request is not charged again.
  if (stored.isGone) throw new ResultGone(stored.credits)
  return { ...stored, body: decodeBody(stored) }
}

async function storeResponse(
  bound: StoredBodyBound,
  client: Queryable,
  { accountId, key, requestId }: Marker,
  response: StoredResponse,
  retentionSeconds: number | null,
): Promise<void> {
  const values = [accountId, key, requestId, ...toColumns(response), retentionSeconds]
  const { rowCount } = await client.query({ ...storeStatement, values })
  // This request seemed dead, so another one took its key and is charged instead.
  if (rowCount === 0) throw new Failure('internal', 'the idempotency key was taken by another request')
  bound.added(accountId, response.body)
}

export type StoredBodyBound = ReturnType<typeof createStoredBodyBound>

/** Estimated size of a row and its index entries. */
const rowBytes = 500
/** The database is checked after each 16th part of the bound. */
const checkShare = 1 / 16

/** Smaller bodies stay: their keys take as much space. The index of large bodies uses the same number. */
const largeBytes = 500

// octet_length does not decompress the text. Locked rows are skipped, so that servers do not wait for each other.
const trimStatement = statement(`
with sized as (
  select key, sum(${rowBytes} + octet_length(body)) over (order by at desc, key) as bytes_up_to
  from idempotency_keys where account_id = $1 and octet_length(body) > ${largeBytes}),
old as (
  select t.key from idempotency_keys t where t.account_id = $1 and octet_length(t.body) > ${largeBytes}
    and t.key in (select key from sized where bytes_up_to > $2) for update skip locked)
update idempotency_keys t set body = '', body_until = quarry_now()
from old where t.account_id = $1 and t.key = old.key`)

/**
 * Bounds the bytes stored under an account's keys: above the bound the oldest bodies are removed. Their keys stay for
 * their time, so that a retry never pays twice.
 *
 * Decision: each server counts what it stored itself and checks the database now and then, because a counter in the
 * database would cost every call a row. An account may exceed its bound by a sixteenth per server.
 */
export function createStoredBodyBound(options: {
  pool: Pool
  maxBytes: number | null
  onError: (error: unknown) => void
}) {
  const { pool, maxBytes, onError } = options
  const added = new Map<number, number>()
  /** One after the other: it is not urgent, and calls need the connections. */
  let checking: Promise<unknown> = Promise.resolve()
  return {
    /** Counts a stored body; the oldest bodies above the bound are removed soon after. */
    added(accountId: number, body: string) {
      if (maxBytes === null) return
      const before = added.get(accountId)
      const bytes = (before ?? 0) + rowBytes + Buffer.byteLength(body)
      // The first time, bodies stored before this server started are not counted yet.
      const isDue = before === undefined || bytes > maxBytes * checkShare
      added.set(accountId, isDue ? 0 : bytes)
      if (isDue)
        checking = checking
          .then(() => pool.query({ ...trimStatement, values: [accountId, maxBytes] }))
          .catch(onError)
    },
    close: async () => void (await checking),
  }
}
