// One live call of one provider, with the example that it or its endpoint declares: what came, which fields of it, and
// how long it took. What is asked and read is what a caller's lookup asks and reads; nothing is billed or cached.
import type { Endpoint } from '@quarry/kit/endpoint'
import { Failure, isFailure } from '@quarry/kit/errors'
import type { Get } from '@quarry/kit/outcome'
import { readInput } from '../calls/read-params.ts'
import { isRefusal } from '../errors.ts'
import type { ConfiguredEndpoint, ConfiguredProvider } from '../lookups/configured-endpoint.ts'
import { finishReading } from '../lookups/finish-reading.ts'
import { toLookupResult } from '../lookups/lookup-result.ts'
import { planLookup } from '../lookups/plan-lookup.ts'
import { getRecordFields } from '../lookups/record-presence.ts'
import { type FetchedPage, toFetchedPage, toPageHead } from '../upstream/fetched-page.ts'

export type Target = { configured: ConfiguredEndpoint; through: ConfiguredProvider }

/** The lowest fields of a record, or of the items of its list, by whether any of them has it. */
export type CameFields = { came: readonly string[]; missing: readonly string[] }

export type Result =
  | ({
      kind: 'found'
      /** As `x-record-fields` tells it. */
      fields: string | null
      isPartial: boolean
      record: Buffer
      pages: readonly FetchedPage[]
    } & CameFields)
  | { kind: 'not_found' }
  /** It cannot be asked that, by its own rules or the endpoint's: nothing was sent. */
  | { kind: 'refused'; why: string }
  | { kind: 'failed'; why: string }

export type Probed = Target & { params: Record<string, unknown>; ms: number; result: Result }

/** No account has this number. */
const operator = { accountId: '0' }

export async function askLive(target: Target): Promise<Probed> {
  const { configured, through } = target
  const params = (through.provider.example ?? configured.endpoint.example) as Record<string, unknown>
  const startedAt = performance.now()
  const result = await resultOf(target, params)
  return { ...target, params, ms: Math.round(performance.now() - startedAt), result }
}

async function resultOf(target: Target, params: Record<string, unknown>): Promise<Result> {
  try {
    return await ask(target, params)
  } catch (thrown) {
    if (isRefusal(thrown)) return { kind: 'refused', why: thrown.message }
    const failure = isFailure(thrown) ? thrown : new Failure('internal', String(thrown))
    const again = failure.retryAfterSeconds
    const when = again === undefined ? '' : `; to be asked again in ${again} s`
    return { kind: 'failed', why: `${failure.reason}: ${failure.message}${when}` }
  }
}

async function ask({ configured, through }: Target, params: Record<string, unknown>): Promise<Result> {
  const { endpoint } = configured
  const { provider, site, name } = through
  const { own } = readInput(endpoint, params)
  const { query } = planLookup(configured, own, { provider: name, require: null, requireAny: null })
  const pages: FetchedPage[] = []
  const fetch = through.open(false)
  const get: Get = async (url, asking) => {
    const page = await fetch.get(url, asking)
    const domain = site.findDomain(page.url)
    const known = domain === null ? page : toFetchedPage({ ...toPageHead(page), domain }, page.pieces)
    pages.push(known)
    return known
  }
  const outcome = await fetch.join(operator).wait(provider.find(query, { get, site }))
  const finding = toLookupResult(finishReading(endpoint, outcome), through, pages)
  if (finding.kind !== 'found') return { kind: 'not_found' }
  const { fields, isPartial, presence } = finding.from
  return { kind: 'found', fields, isPartial, record: finding.body, pages, ...cameIn(endpoint, presence) }
}

function cameIn({ record }: Endpoint, presence = ''): CameFields {
  const { names } = getRecordFields(record)
  const isLowest = (name: string) => !names.some((other) => other.startsWith(`${name}.`))
  const marked = names.map((name, index) => ({ name, mark: presence[index] }))
  const lowest = marked.filter(({ name }) => isLowest(name))
  const isThere = ({ mark }: { mark: string | undefined }) => mark === 'a' || mark === 's'
  return {
    came: lowest.filter(isThere).map(({ name }) => name),
    missing: lowest.filter((field) => !isThere(field)).map(({ name }) => name),
  }
}
