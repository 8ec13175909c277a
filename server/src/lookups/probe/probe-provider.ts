// One live call of one provider with its declared example: the result, which fields it has and how long it took. Runs
// the same lookup as a call; nothing is billed or cached.
import type { Endpoint } from '@quarry/kit/endpoint'
import { Failure, type FailureReason, isFailure } from '@quarry/kit/errors'
import type { FetchedPage } from '../../fetching/fetched-page.ts'
import { isRefusal } from '../../platform/errors.ts'
import { toLookupResult } from '../lookup-result.ts'
import { planLookup } from '../plan-lookup.ts'
import { readInput } from '../read-params.ts'
import { finishReading } from '../reading/finish-reading.ts'
import { getRecordFields } from '../reading/record-fields.ts'
import { recordPages } from '../reading/run-provider.ts'
import type { ConfiguredEndpoint, ConfiguredProvider } from '../sources/configure-endpoints.ts'

export type Target = { configured: ConfiguredEndpoint; provider: ConfiguredProvider }

export type ProbeResult =
  | {
      kind: 'found'
      /** As in `x-record-fields`. */
      fields: string | null
      isPartial: boolean
      record: Buffer
      pages: readonly FetchedPage[]
      /** The leaf fields that the record, or an item of its list, has. */
      came: readonly string[]
      missing: readonly string[]
    }
  | { kind: 'not_found' }
  /** The provider or the endpoint refuses the example; no request was sent. */
  | { kind: 'refused'; why: string }
  | { kind: 'failed'; reason: FailureReason; why: string }

export type Probe = Target & {
  params: Record<string, unknown>
  ms: number
  result: ProbeResult
  /** The licence that the API itself states; null if it states none. */
  licence: string | null
}

/** Not the id of any account. */
const operator = { accountId: '0' }

export async function probeProvider(target: Target): Promise<Probe> {
  const { configured, provider } = target
  const params = (provider.definition.example ?? configured.endpoint.example) as Record<string, unknown>
  const startedAt = performance.now()
  const result = await callProvider(target, params).catch(toFailedProbe)
  const ms = Math.round(performance.now() - startedAt)
  const licence = result.kind === 'failed' ? null : await readLicence(target).catch(() => null)
  return { ...target, params, ms, result, licence }
}

async function readLicence({ provider }: Target): Promise<string | null> {
  const statedLicence = provider.definition.api?.statedLicence
  if (!statedLicence) return null
  const { get, join } = provider.open()
  return statedLicence.read(await join(operator).wait(get(statedLicence.url)))
}

function toFailedProbe(thrown: unknown): ProbeResult {
  if (isRefusal(thrown)) return { kind: 'refused', why: thrown.message }
  const failure = isFailure(thrown) ? thrown : new Failure('internal', String(thrown))
  const { reason, message, retryAfterSeconds } = failure
  const when = retryAfterSeconds === undefined ? '' : `; try again in ${retryAfterSeconds} s`
  return { kind: 'failed', reason, why: `${reason}: ${message}${when}` }
}

async function callProvider(target: Target, params: Record<string, unknown>): Promise<ProbeResult> {
  const { configured, provider } = target
  const { endpoint } = configured
  const { definition, site, name } = provider
  const { own } = readInput(endpoint, params)
  const { query } = planLookup(configured, own, { provider: name, require: null, requireAny: null })
  const fetch = provider.open()
  const { get, pages } = recordPages(fetch.get, site, fetch.waiters)
  const outcome = await fetch.join(operator).wait(definition.find(query, { get, site }))
  const result = toLookupResult(finishReading(endpoint, outcome), provider, pages.at(-1)?.page.url)
  if (result.kind !== 'found') return { kind: 'not_found' }
  const { fields, isPartial, presence } = result.from
  return {
    kind: 'found',
    fields,
    isPartial,
    record: result.body,
    pages: pages.map(({ page }) => page),
    ...splitFields(endpoint, presence),
  }
}

function splitFields({ record }: Endpoint, presence = ''): { came: string[]; missing: string[] } {
  const { names } = getRecordFields(record)
  const isLeaf = (name: string) => !names.some((other) => other.startsWith(`${name}.`))
  const present = new Set(names.filter((_, index) => presence[index] === 'a' || presence[index] === 's'))
  const leaves = names.filter(isLeaf)
  return {
    came: leaves.filter((name) => present.has(name)),
    missing: leaves.filter((name) => !present.has(name)),
  }
}
