// A fake Wikidata and Wikipedia in memory: the items and articles of a fixture, for the requests that Quarry makes,
// with the limits and the forms of the real ones.
import { readFileSync } from 'node:fs'
import type { Get, Page } from '@quarry/kit/outcome'

export type Json = { [key: string]: unknown }
type Terms = Record<string, { value: string }>
type Snak = { snaktype: string; datavalue?: { value: unknown } }
export type Claim = { mainsnak: Snak; rank: string; [key: string]: unknown }
export type Entity = {
  id: string
  labels: Terms
  aliases: Record<string, { value: string }[]>
  claims: Record<string, Claim[]> | []
  sitelinks: Json
  [key: string]: unknown
}

export type FakeWikidata = {
  items: Map<string, Entity>
  /** Texts by language and title. */
  articles: Record<string, Record<string, string>>
  /** The response at an address. */
  respond: (url: URL) => unknown
  get: Get
  requests: URL[]
}

export const wikidataPage = (respond: unknown, url = 'https://www.wikidata.org/w/api.php'): Page => ({
  url,
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body: typeof respond === 'string' ? respond : JSON.stringify(respond),
  headers: {},
})

/** With the fixtures `wikidata-items.json` and `wikidata-articles.json` of a source. */
export function fakeWikidata(source: string): FakeWikidata {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`../${source}/fixtures/${name}`, import.meta.url), 'utf8'))
  const { entities } = read('wikidata-items.json') as { entities: Record<string, Entity> }
  const items = new Map(Object.entries(entities))
  const articles = read('wikidata-articles.json') as FakeWikidata['articles']
  const requests: URL[] = []

  function respond(url: URL): unknown {
    requests.push(url)
    const params = Object.fromEntries(url.searchParams)
    if (url.hostname.endsWith('.wikipedia.org'))
      return introduction(articles[url.hostname.split('.')[0] ?? ''] ?? {}, params.titles ?? '')
    if (params.list === 'search') return search(items, params.srsearch ?? '', Number(params.srlimit))
    if (params.action === 'wbsearchentities')
      return searchNames(items, params.search ?? '', Number(params.limit))
    if (params.action === 'wbgetentities') return getEntities(items, params)
    if (params.action === 'wbgetclaims') {
      const claims = readClaims(items.get(params.entity ?? ''), params.property ?? '')
      return { claims: claims.length === 0 ? [] : { [params.property ?? '']: claims } }
    }
    return { error: { code: 'badvalue', info: 'Unrecognized value for parameter "action".' } }
  }

  const get: Get = async (address) => wikidataPage(respond(new URL(address)), address)
  return { items, articles, respond, get, requests }
}

const readClaims = (entity: Entity | undefined, property: string): Claim[] =>
  entity === undefined || Array.isArray(entity.claims) ? [] : (entity.claims[property] ?? [])

function search(items: ReadonlyMap<string, Entity>, srsearch: string, most: number) {
  if (srsearch.length > 300) return { error: { code: 'cirrussearch-query-too-long', info: 'Too long.' } }
  const statements = srsearch.replace('haswbstatement:', '').split('|')
  const has = (entity: Entity) =>
    statements.some((statement) => {
      const [, property = '', value = ''] = /^(P\d+)=(.*)$/.exec(statement) ?? []
      return readClaims(entity, property)
        .map(({ mainsnak }) => String(mainsnak.datavalue?.value).toLowerCase())
        .some((text) =>
          value.endsWith('*')
            ? text.startsWith(value.slice(0, -1).toLowerCase())
            : text === value.toLowerCase(),
        )
    })
  const hits = [...items.values()].filter(has)
  return {
    batchcomplete: '',
    query: {
      searchinfo: { totalhits: hits.length },
      search: hits.slice(0, most).map(({ id, pageid }) => ({ ns: 0, title: id, pageid })),
    },
  }
}

function searchNames(items: ReadonlyMap<string, Entity>, beginning: string, most: number) {
  const folded = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  const hits = [...items.values()].flatMap((entity) => {
    const names = [
      ...Object.entries(entity.labels).map(([language, { value }]) => ({
        type: 'label',
        language,
        text: value,
      })),
      ...Object.entries(entity.aliases).flatMap(([language, aliases]) =>
        aliases.map(({ value }) => ({ type: 'alias', language, text: value })),
      ),
    ]
    const match = names.find(({ text }) => folded(text).startsWith(folded(beginning)))
    const label = entity.labels.en?.value
    return match
      ? [{ id: entity.id, title: entity.id, ...(label === undefined ? {} : { label }), match }]
      : []
  })
  return { searchinfo: { search: beginning }, search: hits.slice(0, most), success: 1 }
}

function getEntities(items: ReadonlyMap<string, Entity>, params: Record<string, string | undefined>) {
  const ids = params.ids?.split('|') ?? []
  if (ids.length > 50) return { error: { code: 'toomanyvalues', info: 'Too many values.' } }
  const props = new Set((params.props ?? '').split('|').map((prop) => prop.replace('/urls', '')))
  const about = new Set(['labels', 'aliases', 'descriptions', 'claims', 'sitelinks'])
  const shown = (id: string) => {
    const entity = items.get(id)
    if (entity === undefined) return { id, missing: '' }
    return Object.fromEntries(Object.entries(entity).filter(([key]) => !about.has(key) || props.has(key)))
  }
  return { entities: Object.fromEntries(ids.map((id) => [id, shown(id)])), success: 1 }
}

const introduction = (articles: Record<string, string>, title: string) => ({
  batchcomplete: true,
  query: {
    pages: [
      title in articles
        ? { pageid: 1, ns: 0, title, extract: articles[title] }
        : { ns: 0, title, missing: true },
    ],
  },
})
