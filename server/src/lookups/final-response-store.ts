// Stores final responses: pages of upstream APIs that never change. In the database, so that all servers share them.
// Bounded in bytes; the oldest are dropped first. It never fails a call: a failing store counts as empty.

import { createHash } from 'node:crypto'
import { prepared, type Queryable, statement } from '../db/statement.ts'
import { createBatcher } from '../lib/batcher.ts'

export type FinalResponse = { contentType: string; body: string }

/** The upstream API, the address of the page, and where that address was reached. */
export type ResponseKey = { provider: string; place: string; address: string }

export type FinalResponseStore = {
  get: (key: ResponseKey) => Promise<FinalResponse | undefined>
  set: (key: ResponseKey, answer: FinalResponse) => Promise<void>
  close: () => Promise<void>
}

const defaultMaxBytes = 256 * 1024 * 1024
const maxBatch = 50
const maxQueued = 10_000

const readStatement = prepared(
  'quarry-read-answers',
  `select a.content_type, a.body from unnest($1::text[], $2::text[]) with ordinality as wanted (provider, key, n)
left join provider_answers a on a.provider = wanted.provider and a.key = wanted.key order by wanted.n`,
)

const writeStatement = prepared(
  'quarry-write-answer',
  `insert into provider_answers (provider, key, address, content_type, body, bytes)
values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
)

const sweepStatement = statement(`
delete from provider_answers a using (
  select provider, key, sum(bytes) over (order by at desc, provider, key) as bytes_up_to from provider_answers
) s where a.provider = s.provider and a.key = s.key and s.bytes_up_to > $1`)

type Row = { content_type: string | null; body: string | null }

export function createFinalResponseStore(options: {
  pool: Queryable
  onError: (error: unknown) => void
  maxBytes?: number
}): FinalResponseStore {
  const { pool, onError, maxBytes = defaultMaxBytes } = options
  // Each server looks after the bound when it has written a part of it, and after its first answer.
  const sweepAfterBytes = maxBytes / 64
  let writtenBytes = sweepAfterBytes

  const reads = createBatcher<ResponseKey, FinalResponse | undefined>({
    maxBatch,
    maxQueued,
    async run(keys) {
      const values = [keys.map(({ provider }) => provider), keys.map(digestOf)]
      const { rows } = await pool.query<Row>({ ...readStatement, values })
      return rows.map(({ content_type: contentType, body }) =>
        contentType === null || body === null ? undefined : { contentType, body },
      )
    },
  })

  return {
    get: (key) =>
      reads.add(key).catch((error: unknown) => {
        onError(error)
        return undefined
      }),
    async set(key, { contentType, body }) {
      const bytes = Buffer.byteLength(body)
      const values = [key.provider, digestOf(key), key.address, contentType, body, bytes]
      try {
        await pool.query({ ...writeStatement, values })
        writtenBytes += bytes
        if (writtenBytes < sweepAfterBytes) return
        writtenBytes = 0
        await pool.query({ ...sweepStatement, values: [maxBytes] })
      } catch (error) {
        onError(error)
      }
    },
    close: () => reads.close(),
  }
}

const digestOf = ({ place, address }: ResponseKey): string =>
  createHash('sha256').update(`${place} ${address}`).digest('hex')
