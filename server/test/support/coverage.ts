// Counts how many fields of a record each provider fills, as `x-record-fields` counts them, over the fixtures or other
// responses, and builds the tables of the documentation.
import type { Endpoint } from '@quarry/kit/endpoint'
import { onProvider } from '@quarry/kit/testing/on-site'
import type { RateLimit, UpstreamApi } from '@quarry/kit/upstream-api'
import { endpoints } from '@quarry/sources'
import { type OpenLookup, openDataGet, openLookups } from '@quarry/sources/testing/open-data'
import { finishReading } from '../../src/lookups/reading/finish-reading.ts'
import { createCountFields, findMainList } from '../../src/lookups/reading/record-fields.ts'
import { builtInNames } from '../../src/lookups/sources/load-sources.ts'

/** One record of one provider; each item of a list is counted separately. */
export type Filled = { path: string; provider: string; record: unknown }

/** Every endpoint with each upstream API that can answer it, in the order of the APIs. */
export const openProviders = endpoints
  .flatMap((endpoint) =>
    endpoint.providers.flatMap(({ api: through }) => (through ? [{ endpoint, through }] : [])),
  )
  .sort((a, b) => rankApi(a.through) - rankApi(b.through))

function rankApi({ name }: UpstreamApi): number {
  return builtInNames.apis.findIndex((api) => api.name === name)
}

/** The records of the fixtures, parsed by the same code as lookups of callers. */
export async function filledByFixtures(): Promise<Filled[]> {
  const filled: Filled[] = []
  for (const lookup of openLookups) filled.push(await filledBy(lookup))
  return filled
}

async function filledBy({ path, provider: name, params }: OpenLookup): Promise<Filled> {
  const endpoint = endpoints.find((candidate) => candidate.path === path)
  const provider = endpoint?.providers.find((candidate) => candidate.name === name)
  if (!endpoint || !provider) throw new Error(`${path} has no provider ${name}`)
  const get = openDataGet(path.startsWith('/v2/socialnet/') ? 'socialnet' : 'company', findApiName)
  const read = finishReading(endpoint, await onProvider(endpoint, provider).find(params, get))
  if (read.kind !== 'found') throw new Error(`${name} has no record for ${path} ${JSON.stringify(params)}`)
  return { path, provider: name, record: JSON.parse(read.body.toString()) }
}

export const findApiName = (host: string) => builtInNames.apis.find(({ hosts }) => hosts.includes(host))?.name

type Counts = { filled: number[]; total: number; isList: boolean }

function countFilled({ path, record: schema }: Endpoint, provider: string, all: readonly Filled[]): Counts {
  const countFields = createCountFields(schema)
  const list = findMainList(schema as Parameters<typeof findMainList>[0])
  const alone = (record: unknown): unknown[] => {
    if (!list) return [record]
    const items = list.name === null ? record : (record as Record<string, unknown>)[list.name]
    return (items as unknown[]).map((item) => (list.name === null ? [item] : { [list.name]: [item] }))
  }
  const counted = all
    .filter((one) => one.path === path && one.provider === provider)
    .flatMap(({ record }) => alone(record).map((one) => (countFields(one) ?? '0/0').split('/').map(Number)))
  const total = Number(
    countFields(list ? (list.name === null ? [] : { [list.name]: [] }) : {})?.split('/')[1],
  )
  return { filled: counted.map(([filled = 0]) => filled), total, isList: list !== null }
}

const nothing = '–'

/** `18 to 24 of 56 a result`, or a dash for a provider without records. */
function shownCounts({ filled, total, isList }: Counts): string {
  if (filled.length === 0) return nothing
  const [least, most] = [Math.min(...filled), Math.max(...filled)]
  const range = least === most ? String(most) : `${least} to ${most}`
  return `${range} of ${total}${isList ? ' a result' : ''}`
}

/** A row for each provider and endpoint; `isWhole` includes those without records. */
export function coverageTable(all: readonly Filled[], isWhole = true): string {
  const rows = openProviders
    .map(({ endpoint, through }) => [
      `\`${through.name}\``,
      endpoint.path.replace('/v2/', ''),
      shownCounts(countFilled(endpoint, through.name, all)),
    ])
    .filter(([, , counts]) => isWhole || counts !== nothing)
  return formatTable(['provider', 'endpoint', 'fields filled of fields asked'], rows)
}

/** A row for each endpoint and provider; an endpoint without an open provider has a single row. */
export function endpointTable(all: readonly Filled[]): string {
  const rows = endpoints.flatMap((endpoint) => {
    const shown = `\`${endpoint.path.replace('/v2/', '')}\``
    const own = openProviders.filter((provider) => provider.endpoint === endpoint)
    if (own.length === 0)
      return [[shown, 'none: a live site or the sandbox', nothing, nothing, nothing, nothing]]
    return own.map(({ through }) => [
      shown,
      `[\`${through.name}\`](#${through.name})`,
      formatKey(through),
      shownCounts(countFilled(endpoint, through.name, all)),
      through.licence,
      formatRateLimit(through.rateLimit) || 'as your instance bears',
    ])
  })
  return formatTable(['endpoint', 'provider', 'key', 'fields filled', 'licence', 'called at most'], rows)
}

/** A row for each provider, with the terms that its API declares. */
export const termsTable = (): string =>
  formatTable(
    ['provider', 'credit line to show'],
    builtInNames.apis.map((api) => [`[\`${api.name}\`](#${api.name})`, api.credit]),
  )

const formatTable = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const formatRateLimit = ({ perSecond, perMinute, perDay, perMonth, secondsApart }: RateLimit): string =>
  [
    ...(perSecond === undefined ? [] : [`${perSecond} a second`]),
    ...(perMinute === undefined ? [] : [`${perMinute} a minute`]),
    ...(perDay === undefined ? [] : [`${perDay} a day`]),
    ...(perMonth === undefined ? [] : [`${perMonth} a month`]),
    ...(secondsApart === undefined ? [] : [`once in ${secondsApart} s`]),
  ].join(', ')

function formatKey({ credentials, isSelfHosted }: Pick<UpstreamApi, 'credentials' | 'isSelfHosted'>): string {
  if (credentials) return `\`${credentials.env}\``
  return isSelfHosted ? 'none; the address of your instance' : 'none'
}

/** Replaces the tables between their markers: `<!-- name -->`, `<!-- /name -->`. */
export function withTables(document: string, tables: Readonly<Record<string, string>>): string {
  return Object.entries(tables).reduce((text, [name, table]) => {
    const [open, close] = [`<!-- ${name} -->\n`, `\n<!-- /${name} -->`]
    const [start, end] = [text.indexOf(open), text.indexOf(close)]
    if (start === -1 || end < start) throw new Error(`the document has no place for ${name}`)
    return text.slice(0, start + open.length) + table + text.slice(end)
  }, document)
}
