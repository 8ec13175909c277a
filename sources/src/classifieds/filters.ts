// The `filters` of a search: which there are, what each may hold, and one spelling for equal ones, since the
// result is part of the cache's key. Everything wrong is refused with the path of the member at fault.
import { invalidParameter } from '@quarry/kit/errors'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject } from '@quarry/kit/read/values'

export type Filters = { [name: string]: unknown }

type Reader = (value: JsonObject, path: string) => JsonObject

const readers: Readonly<Record<string, Reader>> = {
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

/** The caller's filters in one spelling: members sorted, ids as text, what says nothing left out. */
export function readFilters(value: unknown): Filters {
  if (value === undefined || value === null) return {}
  const filters = objectAt(value, 'filters')
  onlyMembers(filters, 'filters', filterNames)
  const out: Filters = {}
  for (const [name, read] of Object.entries(readers)) {
    const given = filters[name] ?? null
    if (given === null) continue
    const members = read(objectAt(given, `filters.${name}`), `filters.${name}`)
    if (Object.keys(members).length > 0) out[name] = members
  }
  let left = maxMembers
  return sorted(out, maxDepth, () => left-- > 0) as Filters
}

function readCategory(category: JsonObject, path: string): JsonObject {
  onlyMembers(category, path, ['id'])
  const { id } = category
  return (id ?? null) === null ? {} : { id: idAt(id, `${path}.id`) }
}

function readEnums(enums: JsonObject, path: string): JsonObject {
  const read = attributeEntries(enums, path).map(([key, given]): [string, string[]] => {
    const values = arrayAt(given, `${path}.${key}`, maxValues).map((item) => idAt(item, `${path}.${key}`))
    return [key, [...new Set(values)].sort()]
  })
  return Object.fromEntries(read.filter(([, values]) => values.length > 0))
}

function readRanges(ranges: JsonObject, path: string): JsonObject {
  const read = attributeEntries(ranges, path).map(([key, given]): [string, JsonObject] => {
    const range = objectAt(given, `${path}.${key}`)
    onlyMembers(range, `${path}.${key}`, ['min', 'max'])
    const bounds = ['max', 'min'].flatMap((bound): [string, number][] => {
      const limit = range[bound] ?? null
      return limit === null ? [] : [[bound, numberAt(limit, `${path}.${key}.${bound}`)]]
    })
    return [key, Object.fromEntries(bounds)]
  })
  return Object.fromEntries(read.filter(([, range]) => Object.keys(range).length > 0))
}

function readKeywords(keywords: JsonObject, path: string): JsonObject {
  onlyMembers(keywords, path, ['text', 'parrot_used'])
  const { text, parrot_used } = keywords
  if (!['number', 'boolean', 'undefined'].includes(typeof (parrot_used ?? undefined)))
    throw invalidParameter(`${path}.parrot_used`, 'must be a number or a boolean')
  if ((text ?? null) === null) return {}
  if (typeof text !== 'string' || text.length > maxTextChars)
    throw invalidParameter(`${path}.text`, `must be a text of at most ${maxTextChars} characters`)
  const words = text.trim().replace(/\s+/g, ' ')
  // Without words the other members have nothing to say.
  if (words === '') return {}
  return (parrot_used ?? null) === null ? { text: words } : { text: words, parrot_used }
}

function readLocation(location: JsonObject, path: string): JsonObject {
  onlyMembers(location, path, ['locations'])
  const { locations } = location
  if ((locations ?? null) === null) return {}
  const read = arrayAt(locations, `${path}.locations`, maxLocations).map((item, i) =>
    readPlace(objectAt(item, `${path}.locations.${i}`), `${path}.locations.${i}`),
  )
  return read.length > 0 ? { locations: read } : {}
}

const placeTexts = ['locationType', 'label', 'city', 'zipcode', 'department_id', 'region_id']
const areaNumbers = ['lat', 'lng', 'default_radius', 'radius']

function readPlace(place: JsonObject, path: string): JsonObject {
  onlyMembers(place, path, [...placeTexts, 'area'])
  const out = readMembers(place, path, placeTexts, idAt)
  if ((place.area ?? null) === null) return out
  const area = objectAt(place.area, `${path}.area`)
  onlyMembers(area, `${path}.area`, areaNumbers)
  return { ...out, area: readMembers(area, `${path}.area`, areaNumbers, numberAt) }
}

function readMembers(
  value: JsonObject,
  path: string,
  names: readonly string[],
  read: (member: unknown, path: string) => string | number,
): JsonObject {
  const given = names.filter((name) => (value[name] ?? null) !== null)
  return Object.fromEntries(given.map((name) => [name, read(value[name], `${path}.${name}`)]))
}

/** Refuses a member that is none of these: a filter the site does not know would be passed over in silence. */
function onlyMembers(value: JsonObject, path: string, names: readonly string[]): void {
  for (const name of Object.keys(value))
    if (!names.includes(name))
      throw invalidParameter(`${path}.${shown(name)}`, `is not known; there are ${names.join(', ')}`)
}

/** Attribute keys are the site's; whatever could be one is let through. */
function attributeEntries(value: JsonObject, path: string): [string, unknown][] {
  const entries = Object.entries(value).filter(([, given]) => (given ?? null) !== null)
  if (entries.length > maxKeys) throw invalidParameter(path, `must have at most ${maxKeys} members`)
  for (const [key] of entries)
    if (!/^[a-z][\w-]{0,63}$/i.test(key))
      throw invalidParameter(`${path}.${shown(key)}`, 'is not an attribute key')
  return entries
}

function objectAt(value: unknown, path: string): JsonObject {
  const object = asObject(value)
  if (!object) throw invalidParameter(path, 'must be a JSON object')
  return object
}

function arrayAt(value: unknown, path: string, max: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length > max)
    throw invalidParameter(path, `must be a JSON array of at most ${max} values`)
  return value
}

/** Ids and labels are text for the site; a number is the same id. */
function idAt(value: unknown, path: string): string {
  const isNumber = typeof value === 'number' && Number.isFinite(value)
  const text = typeof value === 'string' ? value.trim() : isNumber ? String(value) : ''
  if (text === '' || text.length > maxTextChars)
    throw invalidParameter(path, `must be a text of 1 to ${maxTextChars} characters`)
  return text
}

function numberAt(value: unknown, path: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw invalidParameter(path, 'must be a number')
  return value
}

function sorted(value: unknown, depth: number, take: () => boolean): unknown {
  if (!take() || depth === 0)
    throw invalidParameter('filters', `must have at most ${maxMembers} members, ${maxDepth} levels deep`)
  if (Array.isArray(value)) return value.map((item) => sorted(item, depth - 1, take))
  const object = asObject(value)
  if (!object) return value
  const entries = Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item, depth - 1, take)]))
}

/** A caller's key as it may stand in a message. */
const shown = (key: string): string => key.slice(0, 60).replace(/[^\w.-]/g, '?')
