// The sandbox data as callers see it: for each endpoint, parameters that cover many of its subjects, and the returned
// records. Subjects are named as in docs/sandbox.md; nothing is taken from a site's code.
import type { Endpoint } from '@quarry/kit/endpoint'
import type { Source } from '@quarry/kit/source'
import { onSite } from '@quarry/kit/testing/on-site'
import { sandboxGet } from '@quarry/kit/testing/run-example'
import { sources } from '@quarry/sources'
import { listCompanies } from '@quarry/sources/sandbox/companies'
import { listConferences } from '@quarry/sources/sandbox/conferences'
import { listRounds } from '@quarry/sources/sandbox/funding'

type Params = Record<string, unknown>

const count = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => make(index))
const some = <T>(items: readonly T[], every: number): T[] => items.filter((_, index) => index % every === 0)

const findEan = (body: string): string => {
  const sum = [...body].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return body + String((10 - (sum % 10)) % 10)
}

const classifieds = 'https://www.classifieds.example'
const supplierdir = 'https://www.supplierdir.example'
const suffixes = ['fr', 'es', 'co.uk', 'de', 'com', 'com.mx', 'it', 'be', 'nl', 'ca', 'ch', 'pt', 'ie']

/** Functions, so that the sandbox data is not created at load. */
const subjects: Readonly<Record<string, () => Params[]>> = {
  '/v2/ticketing/event': () => count(280, (n) => ({ query: String(1_000_000_000_017 + n * 7919) })),
  '/v2/ticketing/search': () => [
    ...suffixes.flatMap((domain) => count(3, (n) => ({ domain, page: n + 1 }))),
    { query: 'jazz' },
  ],
  '/v2/classifieds/search_api': () => [
    ...count(33, (n) => ({ limit: 100, offset: n * 100, sort_by: 'time' })),
    { filters: { keywords: { text: 'appartement' } } },
  ],
  '/v2/classifieds/search': () => [
    ...count(12, (n) => ({ query: `${classifieds}/recherche?sort=time&page=${n + 1}` })),
    ...count(4, (n) => ({ query: `${classifieds}/c/locations/p-${n + 1}` })),
  ],
  '/v2/company': () => some(listCompanies(), 29).map(({ domain }) => ({ query: domain })),
  '/v2/company/suggest': () => ['fen', 'gal', 'plu', 'vel'].map((query) => ({ query })),
  '/v2/company/social': () => some(listCompanies(), 97).map(({ domain }) => ({ query: domain })),
  '/v2/company/email_pattern': () => some(listCompanies(), 119).map(({ domain }) => ({ query: domain })),
  '/v2/newssearch/news': () =>
    ['raises seed', 'ouvre', 'Pluello', 'opens', 'solar', 'round'].flatMap((query) =>
      count(2, (n) => ({
        query,
        num: 100,
        page: n + 1,
        ...(n === 0 ? { location: 'Lyon' } : { uule: 'w+A' }),
      })),
    ),
  '/v2/realestate_fr/property': () =>
    count(160, (n) => ({
      query: `https://www.realestate-fr.example/annonces/${200_000_017 + n * 7727}.htm`,
    })),
  '/v2/retailer_a/product': () =>
    count(120, (n) => ({
      query: findEan(`3210${10_000_000 + n * 7919}`),
      ...(n % 4 === 1 ? { store_id: String(1001 + (n % 38)) } : {}),
    })),
  '/v2/retailer_b/product': () =>
    count(100, (n) => ({ query: `https://fr.retailer-b.example/x/pr-C${1_000_000 + n * 37}` })),
  '/v2/retailer_a/search': () =>
    ['batterie', 'maison', 'cuisine', 'lanterne', 'café', 'pâtes'].map((query) => ({ query })),
  '/v2/retailer_b/search': () =>
    ['biscuits', 'lessive', 'soupe', 'café', 'huile', 'riz'].map((query) => ({ query })),
  '/v2/sneakermarket/search': () =>
    ['canyon runner', 'boots', 'sandals', 'slate', 'LL1000-353', 'dune trail'].map((query) => ({ query })),
  '/v2/socialnet/company/info': () => some(listCompanies(), 13).map(({ slug }) => ({ query: slug })),
  '/v2/startupdb/funding_rounds': () => [1, 30, 360].map((days) => ({ days_since_announcement: days })),
  '/v2/startupdb/funding_round': () => some(listRounds(), 31).map(({ permalink }) => ({ query: permalink })),
  '/v2/startupdb/event': () => listConferences().map(({ permalink }) => ({ query: permalink })),
  '/v2/supplierdir/search': () => [
    ...['valves', 'granite', 'harbor', 'cedar', 'copper', 'willow', 'coffee', 'packaging'].flatMap((term) =>
      count(3, (n) => ({
        query: `${supplierdir}/suppliers/search?searchterm=${term}&page_number=${n + 1}`,
      })),
    ),
    { query: `${supplierdir}/suppliers/ball-valves-20909153` },
    { query: `${supplierdir}/suppliers/observability-20404068` },
    { query: `${supplierdir}/nsearch.html?what=steel` },
  ],
  '/v2/supplierdir/company': () => count(400, (n) => ({ query: String(10_000_017 + n * 131 * 7) })),
  '/v2/websearch/search': () =>
    ['data pipelines', 'solar', 'lending', 'logistics', 'gene sequencing', 'hydrogen', 'careers Lyon'].map(
      (query) => ({ query }),
    ),
}

export const endpointAt = (path: string): { source: Source; endpoint: Endpoint } => {
  for (const source of sources)
    for (const endpoint of source.endpoints) if (endpoint.path === path) return { source, endpoint }
  throw new Error(`no endpoint ${path}`)
}

/** One record, or null if the subject is not found or has no record. */
export async function findRecord<R>(path: string, params: Params, now: Date): Promise<R | null> {
  const { source, endpoint } = endpointAt(path)
  const outcome = await onSite(source, endpoint)
    .find(params, sandboxGet(source, now))
    .catch((error: unknown) => {
      // Pages without a record (a new-build programme) are part of the sandbox data.
      if (error instanceof Error && error.name === 'Failure') return null
      throw error
    })
  return outcome?.kind === 'found' ? (outcome.record as R) : null
}

/** All records of an endpoint's subjects. */
export async function walk<R>(path: string, now: Date): Promise<R[]> {
  const listParams = subjects[path]
  if (!listParams) throw new Error(`the walk through ${path} is missing`)
  const records: R[] = []
  for (const params of listParams()) {
    const record = await findRecord<R>(path, params, now)
    if (record !== null) records.push(record)
  }
  return records
}

export const walkedPaths = Object.keys(subjects)
