// Reads the `filters` parameter of a search. Equal filters get one spelling, because the result is part of the cache
// key; an invalid member is refused with its path.
import { invalidParameter } from '@quarry/kit/errors'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject } from '@quarry/kit/read/values'

export type Filters = { [name: string]: unknown }

const readers: Readonly<Record<string, (value: JsonObject, path: string) => JsonObject>> = {
  category: readCategory,
  enums: readEnums,
  keywords: readKeywords,
  location: readLocation,
  ranges: readRanges,
}

export const filterNames: readonly string[] = Object.keys(readers)

const maxKeys = 50
const maxValues = 200
const maxLocations = 50
const maxTextChars = 500
const maxMembers = 1000
const maxDepth = 8

/** The caller's filters in one spelling: members sorted, ids as text, empty members left out. */
export function readFilters(value: unknown): Filters {
  if (isAbsent(value)) return {}
  const filters = requireObject(value, 'filters')
  checkMembers(filters, 'filters', filterNames)
  const result: Filters = {}
  for (const [name, read] of Object.entries(readers)) {
    if (isAbsent(filters[name])) continue
    const members = read(requireObject(filters[name], `filters.${name}`), `filters.${name}`)
    if (!isEmpty(members)) result[name] = members
  }
  let membersLeft = maxMembers
  return sortMembers(result, maxDepth, () => membersLeft-- > 0) as Filters
}

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null
const isEmpty = (value: object): boolean => Object.keys(value).length === 0

function readCategory(category: JsonObject, path: string): JsonObject {
  checkMembers(category, path, ['id'])
  return readMembers(category, path, ['id'], readId)
}

function readEnums(enums: JsonObject, path: string): JsonObject {
  return readAttributes(enums, path, (value, at) => {
    const ids = requireArray(value, at, maxValues).map((item) => readId(item, at))
    return [...new Set(ids)].sort()
  })
}

function readRanges(ranges: JsonObject, path: string): JsonObject {
  return readAttributes(ranges, path, (value, at) => {
    const range = requireObject(value, at)
    checkMembers(range, at, ['min', 'max'])
    return readMembers(range, at, ['max', 'min'], readNumber)
  })
}

function readKeywords(keywords: JsonObject, path: string): JsonObject {
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

function readLocation(location: JsonObject, path: string): JsonObject {
  checkMembers(location, path, ['locations'])
  if (isAbsent(location.locations)) return {}
  const locations = requireArray(location.locations, `${path}.locations`, maxLocations).map((item, i) =>
    readPlace(requireObject(item, `${path}.locations.${i}`), `${path}.locations.${i}`),
  )
  return locations.length > 0 ? { locations } : {}
}

const placeTexts = ['locationType', 'label', 'city', 'zipcode', 'department_id', 'region_id']
const areaNumbers = ['lat', 'lng', 'default_radius', 'radius']

function readPlace(place: JsonObject, path: string): JsonObject {
  checkMembers(place, path, [...placeTexts, 'area'])
  const texts = readMembers(place, path, placeTexts, readId)
  if (isAbsent(place.area)) return texts
  const area = requireObject(place.area, `${path}.area`)
  checkMembers(area, `${path}.area`, areaNumbers)
  return { ...texts, area: readMembers(area, `${path}.area`, areaNumbers, readNumber) }
}

function readMembers(
  value: JsonObject,
  path: string,
  names: readonly string[],
  read: (member: unknown, path: string) => string | number,
): JsonObject {
  const present = names.filter((name) => !isAbsent(value[name]))
  return Object.fromEntries(present.map((name) => [name, read(value[name], `${path}.${name}`)]))
}

/** The site would ignore an unknown filter without an error. */
function checkMembers(value: JsonObject, path: string, names: readonly string[]): void {
  for (const name of Object.keys(value))
    if (!names.includes(name))
      throw invalidParameter(`${path}.${toSafeKey(name)}`, `is unknown; use one of ${names.join(', ')}`)
}

/** Attribute keys belong to the site: every key of that form is accepted. */
function readAttributes<T extends object>(
  value: JsonObject,
  path: string,
  read: (value: unknown, path: string) => T,
): { [key: string]: T } {
  const entries = Object.entries(value).filter(([, member]) => !isAbsent(member))
  if (entries.length > maxKeys) throw invalidParameter(path, `must have at most ${maxKeys} members`)
  for (const [key] of entries)
    if (!/^[a-z][\w-]{0,63}$/i.test(key))
      throw invalidParameter(`${path}.${toSafeKey(key)}`, 'is not an attribute key')
  const attributes = entries.map(([key, member]) => [key, read(member, `${path}.${key}`)] as const)
  return Object.fromEntries(attributes.filter(([, members]) => !isEmpty(members)))
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
