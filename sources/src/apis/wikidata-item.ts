// An item of Wikidata: its names, and the statements that hold today. A statement that is deprecated or has ended is
// history; the preferred ones come first. What has another form than it always had is a changed answer, never a null.
import { type Page, pageChanged } from '@quarry/kit/outcome'
import { buildForm, hasForm } from '@quarry/kit/read/has-form'
import { toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asObjects, asText, at } from '@quarry/kit/read/values'
import { readWikidataAnswer, termLanguages, wikipedias } from './wikidata.ts'

export type Item = { id: string; json: JsonObject }

const itemId = /^Q\d{1,15}$/
const changed = (what: string) => pageChanged(`wikidata: ${what} has an unknown form`)

/** The items of an answer, in its order; those that do not exist are left out. */
export function readItems(page: Page): Item[] {
  const entities = asObject(readWikidataAnswer(page).entities)
  if (entities === null) throw changed('the list of entities')
  return Object.values(entities).flatMap((entity) => {
    const json = asObject(entity)
    const id = asText(json?.id)
    if (json === null || id === null) throw changed('an entity')
    return 'missing' in json || !itemId.test(id) ? [] : [{ id, json }]
  })
}

/** The same of an answer that says all of them. */
export function readWholeItems(page: Page): Item[] {
  const items = readItems(page)
  for (const { id, json } of items)
    if (json.labels === undefined || json.claims === undefined) throw changed(id)
  return items
}

/** The ids that a search by statements found. */
export function readHits(page: Page): string[] {
  const hits = at(readWikidataAnswer(page), 'query', 'search')
  if (!Array.isArray(hits)) throw changed('the list of hits')
  return toEntries(hits).map(({ title }) => {
    const id = asText(title)
    if (id === null) throw changed('a hit')
    return id
  })
}

/** The ids that a search by names found, best first. */
export function readNameHits(page: Page): string[] {
  const { search } = readWikidataAnswer(page)
  if (!Array.isArray(search)) throw changed('the list of hits')
  return toEntries(search).flatMap((hit) => {
    const id = asText(hit.id)
    const kind = asText(at(hit, 'match', 'type'))
    if (id === null || kind === null) throw changed('a hit')
    // A text that looks like an id also meets the item with that id.
    return kind === 'entityId' ? [] : [id]
  })
}

/** A part of an item by its keys. What is empty comes as an empty array. */
function part(item: Item, name: string): JsonObject {
  const value = item.json[name]
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return {}
  const object = asObject(value)
  if (object === null) throw changed(`${name} of ${item.id}`)
  return object
}

const termsForm = buildForm({ value: 'text' }, termLanguages)

function readTerms(terms: JsonObject): string[] {
  if (!hasForm(terms, termsForm)) throw changed('a label or a description')
  return termLanguages.flatMap((language) => asText(at(terms[language], 'value')) ?? [])
}

/** What the item is called, in each of the languages. */
export const readLabels = (item: Item): string[] => readTerms(part(item, 'labels'))

export const readLabel = (item: Item): string | null => readLabels(item)[0] ?? null

export const readEnglishLabel = (item: Item): string | null => asText(at(part(item, 'labels'), 'en', 'value'))

/** What the item is also called. */
export const readAliases = (item: Item): string[] =>
  Object.values(part(item, 'aliases')).flatMap((aliases) =>
    asObjects(aliases).flatMap(({ value }) => asText(value) ?? []),
  )

export const readDescription = (item: Item): string | null => readTerms(part(item, 'descriptions'))[0] ?? null

export type Article = { language: string; title: string; url: string }

const linksForm = buildForm(
  { title: 'text' },
  wikipedias.map((language) => `${language}wiki`),
)

/** The item's article on the first Wikipedia that has one. */
export function findArticle(item: Item): Article | null {
  const links = part(item, 'sitelinks')
  if (!hasForm(links, linksForm)) throw changed(`an article of ${item.id}`)
  for (const language of wikipedias) {
    const title = asText(at(links[`${language}wiki`], 'title'))
    if (title === null) continue
    const path = encodeURIComponent(title.replaceAll(' ', '_'))
    return { language, title, url: `https://${language}.wikipedia.org/wiki/${path}` }
  }
  return null
}

export type Statement = {
  property: string
  value: unknown
  isPreferred: boolean
  qualifiers: JsonObject
}

/** What is said of the item under a property and holds, the preferred ones first. Unknown values and none are left out. */
export function readStatements(item: Item, property: string): Statement[] {
  const listed = part(item, 'claims')[property]
  if (listed === undefined) return []
  if (!Array.isArray(listed)) throw changed(`${property} of ${item.id}`)
  const statements = toEntries(listed).flatMap((claim) => readStatement(claim, property))
  return [...statements.filter((one) => one.isPreferred), ...statements.filter((one) => !one.isPreferred)]
}

/** Of some statements those that are preferred, or all where none is. */
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

function readStatement(claim: JsonObject, property: string): Statement[] {
  const kind = asText(at(claim, 'mainsnak', 'snaktype')) ?? ''
  const rank = asText(claim.rank) ?? ''
  if (!kinds.has(kind) || !ranks.has(rank)) throw changed(`a statement of ${property}`)
  if (!hasForm(claim, claimForm)) throw changed(`a qualifier of ${property}`)
  const qualifiers = asObject(claim.qualifiers) ?? {}
  const ends = asObjects(qualifiers[endTime]).some(({ snaktype }) => snaktype !== 'novalue')
  if (kind !== 'value' || rank === 'deprecated' || ends) return []
  const value = at(claim, 'mainsnak', 'datavalue', 'value')
  return [{ property, value, isPreferred: rank === 'preferred', qualifiers }]
}

/** The first value under a qualifier, or null. */
export const readQualifier = ({ qualifiers }: Statement, property: string): unknown =>
  asObjects(qualifiers[property]).map((snak) => at(snak, 'datavalue', 'value'))[0] ?? null

/** An address, an identifier or the name of a file. */
export function readText({ value, property }: Statement): string {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === '') throw changed(`a value of ${property}`)
  return text
}

/** The id of the item that a statement names. */
export function readId({ value, property }: Statement): string {
  const id = findId(value)
  if (id === null) throw changed(`a value of ${property}`)
  return id
}

export function findId(value: unknown): string | null {
  const id = at(value, 'id')
  return typeof id === 'string' && itemId.test(id) ? id : null
}

export const readIds = (item: Item, property: string): string[] => readStatements(item, property).map(readId)

/** A text in some language. */
export const findText = (value: unknown): string | null => asText(at(value, 'text'))

export function readPhrase({ value, property }: Statement): string {
  const phrase = findText(value)
  if (phrase === null) throw changed(`a value of ${property}`)
  return phrase
}

const precisionOfYear = 9

/** The year of a time, or null where it is known no better than by decade. */
export function readYear({ value, property }: Statement): number | null {
  const time = at(value, 'time')
  const precision = toInteger(at(value, 'precision'))
  if (typeof time !== 'string' || precision === null) throw changed(`a value of ${property}`)
  return precision < precisionOfYear ? null : toInteger(/^\+(\d{4})-/.exec(time)?.[1])
}

/** A whole amount, or null where it is a fraction. */
export function readAmount({ value, property }: Statement): number | null {
  const amount = at(value, 'amount')
  if (typeof amount !== 'string') throw changed(`a value of ${property}`)
  return toInteger(amount)
}

/** Of counts taken at several times the last one; one without a time is older than any. */
export function findNewest(statements: readonly Statement[]): Statement | null {
  const takenAt = (statement: Statement) => asText(at(readQualifier(statement, pointInTime), 'time')) ?? ''
  return statements.reduce<Statement | null>(
    (newest, one) => (newest === null || takenAt(one) > takenAt(newest) ? one : newest),
    null,
  )
}
