// One entity of a startup database, named by its permalink or the address of its page: `{properties, cards}` in the
// transferred state of its page, or in the response of the site's own API.
import {
  type Addresses,
  found,
  invalidParameter,
  looksLikeAddress,
  notFound,
  type Outcome,
  type Page,
  type Provider,
  pageChanged,
  provider,
} from '@quarry/kit'
import { isUrl } from '@quarry/kit/is-url'
import { angularState } from '@quarry/kit/read/islands'
import { jsonAnswer } from '@quarry/kit/read/json-answer'
import { createListReader, type ListReader } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asArray, asObject, asText, at } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'

export type Entity = { properties: JsonObject; cards: JsonObject }

type EntitySite<R> = Pick<Provider<EntityQuery, R>, 'inputs'> & {
  type: EntityType
  /** Null for an entity without a name or an id. */
  toRecord: (entity: Entity, lists: ListReader) => R | null
  /** Reads a page with neither a state nor a response of the API. */
  readOther?: (page: Page) => Outcome<R> | null
  /** What is wrong with a page that has none of them. */
  problem: string
}

/** A provider that reads the entity from its page, else from the API. */
export function createEntitySite<R>({
  type,
  toRecord,
  readOther = () => null,
  problem,
  ...inputs
}: EntitySite<R>): Provider<EntityQuery, R> {
  function read(page: Page, query: EntityQuery): Outcome<R> | null {
    const entity = findEntity(page, type, query)
    if (entity === 'gone') return notFound
    const lists = createListReader(isJson(page.body) ? 'json' : 'ng-state')
    const record = entity && toRecord(entity, lists)
    return record && found(record, lists.counted())
  }

  function extract(page: Page, query: EntityQuery): Outcome<R> {
    const outcome = read(page, query) ?? readOther(page)
    if (!outcome) throw pageChanged(problem)
    return outcome
  }

  return provider<EntityQuery, R>({
    address: ({ url }) => parsePagePath(url, type),
    addressForm: describeForm(type),
    ...inputs,
    async find(query, { get, site }) {
      const permalink = encodeURIComponent(query.permalink)
      const page = await get(site.url(`/${type}/${permalink}`).href)
      const fromPage = read(page, query)
      if (fromPage) return fromPage
      // The API has the same entity, for pages whose state is broken.
      const response = await get(site.url(`/v4/data/entities/${type}s/${permalink}?layout_mode=view_v2`).href)
      const fromApi = read(response, query)
      if (fromApi?.kind === 'found') return fromApi
      return readOther(page) ?? fromApi ?? extract(response, query)
    },
    extract,
    paramsFromUrl: (url) => ({
      query: /\/data\/entities\/[a-z_]{1,40}\/([^/?#]{1,600})/.exec(url)?.[1] ?? url,
    }),
  })
}

function findEntity(page: Page, type: EntityType, { permalink }: EntityQuery): Entity | 'gone' | null {
  // The status is checked here because `find` reads pages itself, without the provider's rule for missing ones.
  if (page.status === 404 || page.status === 410 || isListPage(page.url)) return 'gone'
  assertReadable(page)
  const response = toEntity(jsonAnswer(page.body))
  if (response) return response
  const entries = Object.entries(asObject(at(angularState(page.body), 'HttpState')) ?? {}).filter(
    ([key]) => key.includes(`entities/${type}s/`) || key.includes(`entities/${type}/`),
  )
  const entities = entries.flatMap(([key, entry]) => {
    const entity = toEntity(at(entry, 'data'))
    return entity ? [{ key, entity }] : []
  })
  // The state also holds entities that the page only mentions. A renamed entity is the first, under its new name.
  const match = entities.find(({ key, entity }) => isNamed(key, entity, permalink)) ?? entities[0]
  if (match) return match.entity
  return entries.some(([, entry]) => [404, 410].includes(Number(at(entry, 'status')))) ? 'gone' : null
}

export const isJson = (body: string): boolean => /^\s{0,100}[{[]/.test(body.slice(0, 200))

/** The page of a removed entity may redirect to a list. */
const isListPage = (url: string) => isUrl(url) && /^\/(?:search|discover)(?:\/|$)/.test(new URL(url).pathname)

function toEntity(value: unknown): Entity | null {
  const properties = asObject(at(value, 'properties'))
  return properties ? { properties, cards: asObject(at(value, 'cards')) ?? {} } : null
}

const isNamed = (key: string, { properties: { identifier } }: Entity, permalink: string): boolean =>
  key.split(/[/?]/).includes(encodeURIComponent(permalink)) ||
  asText(at(identifier, 'permalink')) === permalink ||
  asText(at(identifier, 'uuid')) === permalink

/**
 * The number in `<subject>_headline.num_<subject>`. The site leaves out empty cards, so a missing card means zero,
 * unless a list says otherwise or there are no cards at all.
 */
export function readHeadlineCount(cards: JsonObject, subject: string): number | null {
  const count = toInteger(at(cards, `${subject}_headline`, `num_${subject}`))
  if (count !== null || Object.keys(cards).length === 0) return count
  const isListed = [`${subject}_list`, `${subject}_image_list`].some(
    (name) => asArray(cards[name]).length > 0,
  )
  return isListed ? null : 0
}

export function readTimelineCount(cards: JsonObject): number | null {
  if (asObject(cards.timeline)) return toInteger(at(cards.timeline, 'count'))
  return Object.keys(cards).length === 0 ? null : 0
}

type EntityType = 'funding_round' | 'event'
export type EntityQuery = { permalink: string }

const permalinkForm = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,199}$/u
const describeForm = (type: EntityType): string => `a permalink or the URL of a page /${type}/<permalink>`

/** A permalink in lower case, as everywhere on such sites, so that equal lookups get equal queries; else null. */
const toEntityQuery = (permalink: string): EntityQuery | null =>
  permalinkForm.test(permalink) ? { permalink: permalink.toLowerCase() } : null

export function parseEntityQuery(text: string, type: EntityType, addresses: Addresses<EntityQuery>) {
  const trimmed = text.trim()
  const query = looksLikeAddress(trimmed) ? addresses.read(trimmed, 'query') : toEntityQuery(trimmed)
  if (query === null) throw invalidParameter('query', `must be ${describeForm(type)}`)
  return query
}

/** From the path of the entity's page or of a tab of it; null for any other path. */
function parsePagePath({ pathname }: URL, type: EntityType): EntityQuery | null {
  const [, kind, encoded = '', ...rest] = pathname.replace(/\/$/, '').split('/')
  const isTab = rest.length === 0 || (rest.length === 1 && /^[a-z_]{1,40}$/.test(rest[0] ?? ''))
  if (kind !== type || !isTab) return null
  try {
    return toEntityQuery(decodeURIComponent(encoded))
  } catch {
    return null
  }
}
