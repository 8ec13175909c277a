// One entity as a startup database publishes it: `{properties, cards}` in the transferred state of its page, or as
// the answer of the site's own API. Both endpoints for one entity read it here.
import { isUrl } from '@quarry/kit/is-url'
import type { Page } from '@quarry/kit/outcome'
import { angularState } from '@quarry/kit/read/islands'
import { type JsonObject, parseJson } from '@quarry/kit/read/parse-json'
import { asObject, asText, at } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import type { EntityQuery, EntityType } from './entity-query.ts'

export type Entity = { properties: JsonObject; cards: JsonObject }

/** The entity, `gone` where the site says that it has none, or null where the page is in no known form. */
export function readEntity(page: Page, type: EntityType, { permalink }: EntityQuery): Entity | 'gone' | null {
  // The status too: a `find` reads page and API here, past the rule that the provider has for a missing page.
  if (page.status === 404 || page.status === 410 || isListPage(page.url)) return 'gone'
  assertReadable(page)
  const answered = entityOf(isJson(page.body) ? parseJson(page.body) : undefined)
  if (answered) return answered
  const entries = Object.entries(asObject(at(angularState(page.body), 'HttpState')) ?? {}).filter(([key]) =>
    isAbout(key, type),
  )
  const entities = entries.flatMap(([key, entry]) => {
    const entity = entityOf(at(entry, 'data'))
    return entity ? [{ key, entity }] : []
  })
  // The state also holds entities that the page merely mentions; a renamed one stands first under its new name.
  const own = entities.find((item) => isOf(item, permalink)) ?? entities[0]
  if (own) return own.entity
  return entries.some(([, entry]) => [404, 410].includes(Number(at(entry, 'status')))) ? 'gone' : null
}

/** The part of a state or an answer that a key of the site's API names, be it written in one number or the other. */
const isAbout = (key: string, type: EntityType) =>
  key.includes(`entities/${type}s/`) || key.includes(`entities/${type}/`)

export const isJson = (body: string): boolean => /^\s{0,100}[{[]/.test(body.slice(0, 200))

// A removed entity's page may lead to the list it was in.
const isListPage = (url: string) => isUrl(url) && /^\/(?:search|discover)(?:\/|$)/.test(new URL(url).pathname)

function entityOf(value: unknown): Entity | null {
  const properties = asObject(at(value, 'properties'))
  return properties ? { properties, cards: asObject(at(value, 'cards')) ?? {} } : null
}

function isOf({ key, entity }: { key: string; entity: Entity }, permalink: string): boolean {
  const identifier = entity.properties.identifier
  return (
    key.split(/[/?]/).includes(encodeURIComponent(permalink)) ||
    asText(at(identifier, 'permalink')) === permalink ||
    asText(at(identifier, 'uuid')) === permalink
  )
}
