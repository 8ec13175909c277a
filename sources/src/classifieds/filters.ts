// Reads the `filters` parameter of a search. Equal filters get one spelling, because the result is part of the cache
// key; an invalid member is refused with its path.
import { invalidParameter } from '@quarry/kit'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject } from '@quarry/kit/read/values'

export type Filters = { [name: string]: unknown }

type Read<T = unknown> = (value: unknown, path: string) => T

const maxKeys = 50
const maxValues = 200
const maxLocations = 50
const maxTextChars = 500
const maxMembers = 1000
const maxDepth = 8

const readPlace = objectOf({
  ...{ locationType: readId, label: readId, city: readId, zipcode: readId },
  ...{ department_id: readId, region_id: readId },
  area: objectOf({ lat: readNumber, lng: readNumber, default_radius: readNumber, radius: readNumber }),
})

const readers: Readonly<Record<string, Read<JsonObject>>> = {
  category: objectOf({ id: readId }),
  enums: attributesOf(readIds),
  keywords: readKeywords,
  location: objectOf({
    locations: (value, path) =>
      requireArray(value, path, maxLocations).map((place, i) => readPlace(place, `${path}.${i}`)),
  }),
  ranges: attributesOf(objectOf({ max: readNumber, min: readNumber }, ['min', 'max'])),
}

export const filterNames: readonly string[] = Object.keys(readers)

const readMembers = objectOf(readers)

/** The caller's filters in one spelling: members sorted, ids as text, empty members left out. */
export function readFilters(value: unknown): Filters {
  if (isAbsent(value)) return {}
  const members = Object.entries(readMembers(value, 'filters')).filter(([, member]) => !isEmpty(member))
  let membersLeft = maxMembers
  return sortMembers(Object.fromEntries(members), maxDepth, () => membersLeft-- > 0) as Filters
}

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null
const isEmpty = (value: unknown): boolean => Object.keys(value ?? {}).length === 0

/** Without repeats, in one order. */
function readIds(value: unknown, path: string): string[] {
  const ids = requireArray(value, path, maxValues).map((item) => readId(item, path))
  return [...new Set(ids)].sort()
}

function readKeywords(value: unknown, path: string): JsonObject {
  const keywords = requireObject(value, path)
  checkMembers(keywords, path, ['text', 'parrot_used'])
  const { text, parrot_used } = keywords
  if (!isAbsent(parrot_used) && !['number', 'boolean'].includes(typeof parrot_used))
    throw invalidParameter(`${path}.parrot_used`, 'must be a number or a boolean')
  if (isAbsent(text)) return {}
  if (typeof text !== 'string' || text.length > maxTextChars)
    throw invalidParameter(`${path}.text`, `must be a string of at most ${maxTextChars} characters`)
  const words = text.trim().replace(/\s+/g, ' ')
  // The other members have no effect without words.
  if (words === '') return {}
  return isAbsent(parrot_used) ? { text: words } : { text: words, parrot_used }
}

/**
 * Reads an object with these members alone; absent ones and empty lists are left out. `names` is the order in which an
 * error lists them.
 */
function objectOf(
  members: Readonly<Record<string, Read>>,
  names: readonly string[] = Object.keys(members),
): Read<JsonObject> {
  return (value, path) => {
    const object = requireObject(value, path)
    checkMembers(object, path, names)
    const present = Object.entries(members).filter(([name]) => !isAbsent(object[name]))
    const entries = present.map(([name, read]) => [name, read(object[name], `${path}.${name}`)] as const)
    return Object.fromEntries(entries.filter(([, member]) => !Array.isArray(member) || member.length > 0))
  }
}

/** The site would ignore an unknown filter without an error. */
function checkMembers(value: JsonObject, path: string, names: readonly string[]): void {
  for (const name of Object.keys(value))
    if (!names.includes(name))
      throw invalidParameter(`${path}.${toSafeKey(name)}`, `is unknown; use one of ${names.join(', ')}`)
}

/** Attribute keys belong to the site: every key of that form is accepted. */
function attributesOf(read: Read<object>): Read<JsonObject> {
  return (value, path) => {
    const entries = Object.entries(requireObject(value, path)).filter(([, member]) => !isAbsent(member))
    if (entries.length > maxKeys) throw invalidParameter(path, `must have at most ${maxKeys} members`)
    for (const [key] of entries)
      if (!/^[a-z][\w-]{0,63}$/i.test(key))
        throw invalidParameter(`${path}.${toSafeKey(key)}`, 'is not an attribute key')
    const attributes = entries.map(([key, member]) => [key, read(member, `${path}.${key}`)] as const)
    return Object.fromEntries(attributes.filter(([, members]) => !isEmpty(members)))
  }
}

function requireObject(value: unknown, path: string): JsonObject {
  const object = asObject(value)
  if (!object) throw invalidParameter(path, 'must be a JSON object')
  return object
}

function requireArray(value: unknown, path: string, max: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length > max)
    throw invalidParameter(path, `must be a JSON array of at most ${max} values`)
  return value
}

/** Ids and labels are text for the site; a number is the same id. */
function readId(value: unknown, path: string): string {
  const isNumber = typeof value === 'number' && Number.isFinite(value)
  const text = typeof value === 'string' ? value.trim() : isNumber ? String(value) : ''
  if (text === '' || text.length > maxTextChars)
    throw invalidParameter(path, `must be a string of 1 to ${maxTextChars} characters`)
  return text
}

function readNumber(value: unknown, path: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw invalidParameter(path, 'must be a number')
  return value
}

function sortMembers(value: unknown, depth: number, takeMember: () => boolean): unknown {
  if (!takeMember() || depth === 0)
    throw invalidParameter('filters', `must have at most ${maxMembers} members, ${maxDepth} levels deep`)
  if (Array.isArray(value)) return value.map((item) => sortMembers(item, depth - 1, takeMember))
  const object = asObject(value)
  if (!object) return value
  const entries = Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, item]) => [key, sortMembers(item, depth - 1, takeMember)]))
}

/** A caller's key, safe to repeat in a message. */
const toSafeKey = (key: string): string => key.slice(0, 60).replace(/[^\w.-]/g, '?')
