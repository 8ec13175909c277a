// Stores final responses: pages of upstream APIs that never change. In the database, so that all servers share them.
// Bounded in bytes; the oldest are dropped first. If the store fails, it counts as empty, so that no call fails.
import { createHash } from 'node:crypto'
import type { RequestOptions } from '@quarry/kit/outcome'
import type { FetchedPage, GetPage } from '../../fetching/fetched-page.ts'
import { prepared, type Queryable, statement } from '../../platform/db/statement.ts'
import { createBatcher } from '../../platform/lib/batcher.ts'
import type { ConfiguredProvider } from '../sources/configure-endpoints.ts'
import { findApi, redactPage, toTextPage } from './redact-page.ts'

export type FinalResponse = { contentType: string; body: string }

/** The upstream API, the address of the page, and the location that the address was fetched from. */
export type ResponseKey = { provider: string; location: string; address: string }

export type FinalResponseStore = ReturnType<typeof createFinalResponseStore>

const defaultMaxBytes = 256 * 1024 * 1024
const maxBatch = 50
const maxQueued = 10_000

const readStatement = prepared(
  'quarry-read-final-responses',
  `select f.content_type, f.body from unnest($1::text[], $2::text[]) with ordinality as k (provider, key, n)
left join final_responses f on f.provider = k.provider and f.key = k.key order by k.n`,
)

const writeStatement = prepared(
  'quarry-write-final-response',
  `insert into final_responses (provider, key, address, content_type, body, bytes)
values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
)

const sweepStatement = statement(`
delete from final_responses f using (
  select provider, key, sum(bytes) over (order by at desc, provider, key) as bytes_up_to from final_responses
) s where f.provider = s.provider and f.key = s.key and s.bytes_up_to > $1`)

type Row = { content_type: string | null; body: string | null }

export function createFinalResponseStore(options: {
  pool: Queryable
  onError: (error: unknown) => void
  maxBytes?: number
}) {
  const { pool, onError, maxBytes = defaultMaxBytes } = options
  // Each server enforces the bound after its first write, then whenever it has written another 64th of the bound.
  const sweepAfterBytes = maxBytes / 64
  let writtenBytes = sweepAfterBytes

  const reads = createBatcher<ResponseKey, FinalResponse | undefined>({
    maxBatch,
    maxQueued,
    async run(keys) {
      const values = [keys.map(({ provider }) => provider), keys.map(hashKey)]
      const { rows } = await pool.query<Row>({ ...readStatement, values })
      return rows.map(({ content_type: contentType, body }) =>
        contentType === null || body === null ? undefined : { contentType, body },
      )
    },
  })

  return {
    get: (key: ResponseKey) =>
      reads.add(key).catch((error: unknown) => {
        onError(error)
        return undefined
      }),
    async set(key: ResponseKey, { contentType, body }: FinalResponse) {
      const bytes = Buffer.byteLength(body)
      const values = [key.provider, hashKey(key), key.address, contentType, body, bytes]
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

const hashKey = ({ location, address }: ResponseKey): string =>
  createHash('sha256').update(`${location} ${address}`).digest('hex')

type StoredGet = {
  provider: Pick<ConfiguredProvider, 'location' | 'definition' | 'retentionSeconds'>
  get: GetPage
  finalResponses: FinalResponseStore
}

/** Fetches a page of a provider, or takes it from the store if it is final; redacted as its API requires. */
export async function getStored(
  { provider, get, finalResponses }: StoredGet,
  url: string,
  options: RequestOptions = {},
): Promise<FetchedPage> {
  const { location, definition, retentionSeconds } = provider
  const api = findApi(definition, url)
  const isPlainGet = options.json === undefined && options.form === undefined
  // Stored responses never expire, so a page with limited retention is not stored.
  if (retentionSeconds !== null || !api?.isFinal || !isPlainGet) return get(url, options)
  const { name, isFinal, redactVersion = 0 } = api
  const key = { provider: name, location: `${location} ${redactVersion}`, address: url }
  const stored = await finalResponses.get(key)
  if (stored) return toTextPage({ url, status: 200, ...stored, isKept: true })
  const fetched = await get(url, options)
  // The redacted page is also the one that is read now, so that the stored page gives the same record later.
  const page = redactPage(definition, fetched)
  if (page && page.status === 200 && isFinal(page)) await finalResponses.set(key, page)
  // A page that cannot be redacted on the event loop is read by a thread and never stored.
  return page ?? fetched
}
