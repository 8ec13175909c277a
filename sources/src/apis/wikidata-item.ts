// Reads an item of Wikidata: its names, and its current statements, preferred ones first. Deprecated and ended
// statements are left out. A part of another form than documented is a changed page, never null.
import { type Page, pageChanged } from '@quarry/kit'
import { buildForm, hasForm } from '@quarry/kit/read/has-form'
import { toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asObjects, asText, at } from '@quarry/kit/read/values'
import { readWikidataResponse, termLanguages, wikipedias } from './wikidata.ts'

export type Item = { id: string; json: JsonObject }

const itemId = /^Q\d{1,15}$/
const unknownForm = (what: string) => pageChanged(`wikidata: ${what} has an unknown form`)

/** The items of a response, in its order, without those that do not exist. */
export function readItems(page: Page): Item[] {
  const entities = asObject(readWikidataResponse(page).entities)
  if (entities === null) throw unknownForm('the list of entities')
  return Object.values(entities).flatMap((entity) => {
    const json = asObject(entity)
    const id = asText(json?.id)
    if (json === null || id === null) throw unknownForm('an entity')
    return 'missing' in json || !itemId.test(id) ? [] : [{ id, json }]
  })
}

/** The same for a response to `itemsUrl`. */
export function readWholeItems(page: Page): Item[] {
  const items = readItems(page)
  for (const { id, json } of items)
    if (json.labels === undefined || json.claims === undefined) throw unknownForm(id)
  return items
}

/** The ids that a search by statement found. */
export function readHits(page: Page): string[] {
  const hits = at(readWikidataResponse(page), 'query', 'search')
  if (!Array.isArray(hits)) throw unknownForm('the list of hits')
  return toEntries(hits).map(({ title }) => {
    const id = asText(title)
    if (id === null) throw unknownForm('a hit')
    return id
  })
}

/** The ids that a search by name found, best first. */
export function readNameHits(page: Page): string[] {
  const { search } = readWikidataResponse(page)
  if (!Array.isArray(search)) throw unknownForm('the list of hits')
  return toEntries(search).flatMap((hit) => {
    const id = asText(hit.id)
    const kind = asText(at(hit, 'match', 'type'))
    if (id === null || kind === null) throw unknownForm('a hit')
    // A text that looks like an id also finds the item with that id.
    return kind === 'entityId' ? [] : [id]
  })
}

/** A part of an item. An empty one comes as an empty array. */
function readPart(item: Item, name: string): JsonObject {
  const value = item.json[name]
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return {}
  const object = asObject(value)
  if (object === null) throw unknownForm(`${name} of ${item.id}`)
  return object
}

const termsForm = buildForm({ value: 'text' }, termLanguages)

function readTerms(terms: JsonObject): string[] {
  if (!hasForm(terms, termsForm)) throw unknownForm('a label or a description')
  return termLanguages.flatMap((language) => asText(at(terms[language], 'value')) ?? [])
}

/** The names of the item, in order of language. */
export const readLabels = (item: Item): string[] => readTerms(readPart(item, 'labels'))

export const readLabel = (item: Item): string | null => readLabels(item)[0] ?? null

export const readEnglishLabel = (item: Item): string | null =>
  asText(at(readPart(item, 'labels'), 'en', 'value'))

export const readAliases = (item: Item): string[] =>
  Object.values(readPart(item, 'aliases')).flatMap((aliases) =>
    asObjects(aliases).flatMap(({ value }) => asText(value) ?? []),
  )

export const readDescription = (item: Item): string | null =>
  readTerms(readPart(item, 'descriptions'))[0] ?? null

export type Article = { language: string; title: string; url: string }

const linksForm = buildForm(
  { title: 'text' },
  wikipedias.map((language) => `${language}wiki`),
)

/** The item's article on the first Wikipedia that has one. */
export function findArticle(item: Item): Article | null {
  const links = readPart(item, 'sitelinks')
  if (!hasForm(links, linksForm)) throw unknownForm(`an article of ${item.id}`)
  for (const language of wikipedias) {
    const title = asText(at(links[`${language}wiki`], 'title'))
    if (title === null) continue
    const path = encodeURIComponent(title.replaceAll(' ', '_'))
    return { language, title, url: `https://${language}.wikipedia.org/wiki/${path}` }
  }
  return null
}

export type Statement = ReturnType<typeof readStatement>[number]

/** The current statements under a property, preferred ones first, without those of an unknown or no value. */
export function readStatements(item: Item, property: string): Statement[] {
  const listed = readPart(item, 'claims')[property]
  if (listed === undefined) return []
  if (!Array.isArray(listed)) throw unknownForm(`${property} of ${item.id}`)
  return toEntries(listed)
    .flatMap((claim) => readStatement(claim, property))
    .sort((a, b) => Number(b.isPreferred) - Number(a.isPreferred))
}

/** What the first statement under a property says, or null without one. */
export function readFirst<T>(item: Item, property: string, read: (statement: Statement) => T): T | null {
  const [first] = readStatements(item, property)
  return first === undefined ? null : read(first)
}

/** The preferred statements, or all if none is preferred. */
export const keepBest = (statements: readonly Statement[]): Statement[] =>
  statements.filter(({ isPreferred }) => isPreferred === statements[0]?.isPreferred)

const kinds = new Set(['value', 'somevalue', 'novalue'])
const ranks = new Set(['preferred', 'normal', 'deprecated'])
const endTime = 'P582'

const pointInTime = 'P585'
const snaks = [{ snaktype: 'text' }] as const
const claimForm = {
  qualifiers: { [endTime]: snaks, [pointInTime]: [{ datavalue: { value: { time: 'text' } } }] },
} as const

function readStatement(claim: JsonObject, property: string) {
  const kind = asText(at(claim, 'mainsnak', 'snaktype')) ?? ''
  const rank = asText(claim.rank) ?? ''
  if (!kinds.has(kind) || !ranks.has(rank)) throw unknownForm(`a statement of ${property}`)
  if (!hasForm(claim, claimForm)) throw unknownForm(`a qualifier of ${property}`)
  const qualifiers = asObject(claim.qualifiers) ?? {}
  const ends = asObjects(qualifiers[endTime]).some(({ snaktype }) => snaktype !== 'novalue')
  if (kind !== 'value' || rank === 'deprecated' || ends) return []
  const value = at(claim, 'mainsnak', 'datavalue', 'value')
  return [{ property, value, isPreferred: rank === 'preferred', qualifiers }]
}

export const readQualifier = ({ qualifiers }: Statement, property: string): unknown =>
  asObjects(qualifiers[property]).map((snak) => at(snak, 'datavalue', 'value'))[0] ?? null

/** The value of a statement that is an address, an identifier or a file name. */
export const readText = ({ value, property }: Statement): string =>
  requireValue(typeof value === 'string' ? value.trim() || null : null, property)

function requireValue<T>(value: T | null, property: string): T {
  if (value === null) throw unknownForm(`a value of ${property}`)
  return value
}

/** The id of the item that a statement refers to. */
export const readId = ({ value, property }: Statement): string => requireValue(findId(value), property)

export function findId(value: unknown): string | null {
  const id = at(value, 'id')
  return typeof id === 'string' && itemId.test(id) ? id : null
}

export const readIds = (item: Item, property: string): string[] => readStatements(item, property).map(readId)

/** The text of a value with a language. */
export const findText = (value: unknown): string | null => asText(at(value, 'text'))

export const readPhrase = ({ value, property }: Statement): string => requireValue(findText(value), property)

const yearPrecision = 9

/** The year of a date, or null if the date is less precise. */
export function readYear({ value, property }: Statement): number | null {
  const time = at(value, 'time')
  const precision = toInteger(at(value, 'precision'))
  if (typeof time !== 'string' || precision === null) throw unknownForm(`a value of ${property}`)
  return precision < yearPrecision ? null : toInteger(/^\+(\d{4})-/.exec(time)?.[1])
}

/** A whole amount, or null if it is a fraction. */
export function readAmount({ value, property }: Statement): number | null {
  const amount = at(value, 'amount')
  if (typeof amount !== 'string') throw unknownForm(`a value of ${property}`)
  return toInteger(amount)
}

/** The latest statement; one without a date counts as the oldest. */
export function findNewest(statements: readonly Statement[]): Statement | null {
  const readDate = (statement: Statement) => asText(at(readQualifier(statement, pointInTime), 'time')) ?? ''
  return statements.reduce<Statement | null>(
    (newest, statement) => (newest === null || readDate(statement) > readDate(newest) ? statement : newest),
    null,
  )
}
