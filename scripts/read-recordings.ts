// Reads recorded provider responses with the current readers: folders of `quarry probe`, single pages with a note of
// their URL, and bare responses in a folder with the provider's name, whose URL is derived from their content.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { Endpoint } from '@quarry/kit/endpoint'
import { onProvider } from '@quarry/kit/testing/on-site'
import { endpoints, sources } from '@quarry/sources'
import { findSavedPages, readSavedText } from '../server/src/lookups/reread/choose-lookups.ts'
import { type LookupToReread, rereadLookup } from '../server/src/lookups/reread/reread-lookup.ts'
import type { Filled } from '../server/test/support/coverage.ts'

type Json = Record<string, unknown>
/** A recorded file and the lookups that it may belong to. */
type Recording = { file: string; lookups: readonly { endpoint: Endpoint; lookup: LookupToReread }[] }
type Page = LookupToReread['pages'][number]

export type Recordings = {
  filled: Filled[]
  /** Files without a record, each with the reason. */
  unread: string[]
}

export async function readRecordings(folder: string): Promise<Recordings> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((file) => join(folder, file))
  const probed = files.filter((file) => basename(file) === 'fields.json')
  const homes = new Set(probed.map((file) => dirname(file)))
  const recordings = [
    ...probed.flatMap(readProbe),
    ...findSavedPages(folder, sources, null)
      .filter(({ file }) => !homes.has(dirname(file)))
      .flatMap(readSavedPage),
    ...files.filter((file) => !homes.has(dirname(file))).flatMap(readBareResponse),
  ]
  const filled: Filled[] = []
  const unread: string[] = []
  for (const { file, lookups } of recordings) {
    const reasons = new Set<string>()
    const before = filled.length
    for (const { endpoint, lookup } of lookups) {
      const { path } = endpoint
      const reread = await rereadLookup(endpoint, lookup)
      if (reread.kind === 'record') filled.push({ path, provider: lookup.reader, record: reread.record })
      else reasons.add(`${path.replace('/v2/', '')}: ${reread.kind === 'gone' ? 'gone' : reread.why}`)
    }
    if (filled.length === before) unread.push(`${relative(folder, file)} (${[...reasons].join('; ')})`)
  }
  return { filled, unread }
}

const parseJson = (text: string): Json | null => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const toLookup = (
  endpoint: Endpoint,
  reader: string,
  rest: Pick<LookupToReread, 'query' | 'pages' | 'readText'>,
) => ({
  endpoint,
  lookup: {
    at: '',
    path: endpoint.path,
    provider: reader,
    reader,
    // Upstream APIs are called at their own hosts, so the site does not matter.
    site: { template: 'https://recorded.example', domains: [] },
    form: 'saved',
    fields: {},
    ...rest,
  },
})

/** All pages of one live lookup, as `quarry probe` stores them. */
function readProbe(file: string): Recording[] {
  const { endpoint: path, provider: name, params } = parseJson(readFileSync(file, 'utf8')) ?? {}
  const endpoint = endpoints.find((candidate) => candidate.path === path)
  const provider = endpoint?.providers.find((candidate) => candidate.name === name)
  const home = dirname(file)
  const notes = readdirSync(home).filter(
    (one) => one.endsWith('.json') && existsSync(join(home, one.replace(/\.json$/, '.page'))),
  )
  // If a licence forbids storing the responses, there are only field names.
  if (!endpoint || !provider || notes.length === 0) return []
  const pages = notes.flatMap((note): Page[] => {
    const { url, status, content_type, date } = parseJson(readFileSync(join(home, note), 'utf8')) ?? {}
    const headers = { date: String(date ?? '') }
    const head = { url: String(url), status: Number(status), contentType: String(content_type), headers }
    return [{ url: head.url, head, hash: note.replace(/\.json$/, '.page') }]
  })
  const query = { value: onProvider(endpoint, provider).parse(params as object) }
  const readText = (page: string) => readFileSync(join(home, page), 'utf8')
  return [{ file, lookups: [toLookup(endpoint, provider.name, { query, pages, readText })] }]
}

function readSavedPage(page: ReturnType<typeof findSavedPages>[number]): Recording[] {
  const endpoint = endpoints.find(({ path }) => path === page.path)
  if (!endpoint || page.reader === 'site') return []
  const readText = () => readSavedText(page)
  const lookup = toLookup(endpoint, page.reader, { query: 'from its URL', pages: page.pages, readText })
  return [{ file: page.file, lookups: [lookup] }]
}

/** A response without its URL: tries every endpoint of the provider with each possible URL. */
function readBareResponse(file: string): Recording[] {
  const names = dirname(file).split('/')
  const name = Object.keys(urlBuilders).find((one) => names.includes(one))
  const isNote = file.endsWith('.json') && existsSync(file.replace(/\.json$/, '.page'))
  if (name === undefined || isNote || !/\.(?:json|xml)$/.test(file)) return []
  const body = readFileSync(file, 'utf8')
  const contentType = file.endsWith('.xml') ? 'text/xml' : 'application/json'
  const urls = urlBuilders[name]?.(parseJson(body) ?? {}, body) ?? []
  const lookups = endpoints
    .filter(({ providers }) => providers.some((provider) => provider.name === name))
    .flatMap((endpoint) =>
      urls.map((url) => {
        const pages = [{ url, hash: '', head: { url, status: 200, contentType } }]
        return toLookup(endpoint, name, { query: 'from its URL', pages, readText: () => body })
      }),
    )
  return lookups.length === 0 ? [] : [{ file, lookups }]
}

const first = (list: unknown): Json => (Array.isArray(list) ? ((list[0] as Json | undefined) ?? {}) : {})
const words = (text: unknown) => encodeURIComponent(typeof text === 'string' ? text : 'recorded')
const dataset = 'https://public.opendatasoft.com/api/explore/v2.1/catalog/datasets'

/** Possible URLs of a response, for providers that need one response per record. */
const urlBuilders: Record<string, (response: Json, body: string) => string[]> = {
  'open-food-facts': ({ code, product, products }) => [
    ...(product ? [`https://world.openfoodfacts.org/api/v2/product/${code}.json`] : []),
    ...(products ? ['https://world.openfoodfacts.org/cgi/search.pl?search_terms=recorded'] : []),
  ],
  brave({ type, query }) {
    const kind = { search: 'web', news: 'news' }[String(type)]
    const q = words((query as Json | undefined)?.original)
    return kind === undefined ? [] : [`https://api.search.brave.com/res/v1/${kind}/search?q=${q}&offset=0`]
  },
  ticketmaster: ({ id, page }) => [
    ...(id ? [`https://app.ticketmaster.com/discovery/v2/events/${id}.json`] : []),
    ...(page ? ['https://app.ticketmaster.com/discovery/v2/events.json?keyword=recorded'] : []),
  ],
  openagenda: ({ results }) =>
    [`uid = "${first(results).uid}"`, 'search("recorded")'].map(
      (where) => `${dataset}/evenements-publics-openagenda/records?where=${encodeURIComponent(where)}`,
    ),
  gdelt: ({ articles }) => (articles ? ['https://api.gdeltproject.org/api/v2/doc/doc?query=recorded'] : []),
  searxng: ({ results, query }) => (results ? [`https://searxng/search?q=${words(query)}`] : []),
  'recherche-entreprises': ({ results }) =>
    results
      ? [
          `https://recherche-entreprises.api.gouv.fr/search?activite_principale=${first(results).activite_principale}`,
        ]
      : [],
  'sec-edgar'(_, body) {
    const cik = /<(?:cik|filerCik)>0*(\d+)</.exec(body)?.[1]
    // A filing does not contain its accession number, which fills no field.
    return cik === undefined
      ? []
      : [`https://www.sec.gov/Archives/edgar/data/${cik}/${'0'.repeat(18)}/primary_doc.xml`]
  },
}
