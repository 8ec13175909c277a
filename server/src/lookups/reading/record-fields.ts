// The fields of a record, as its schema names them: how many a record fills, which of them, and whether it has the ones
// that a caller requires. Counted once when the record is read, in a thread for a large one, so that no later step parses
// the record again.
import { invalidParameter } from '@quarry/kit/errors'
import { memoize } from '@quarry/kit/memoize'
import type { TSchema } from '@quarry/kit/schema'
import { findNearest } from '../../platform/lib/nearest.ts'

/** A part of a record's schema. */
export type SchemaNode = { type?: unknown; properties?: Record<string, SchemaNode>; items?: SchemaNode }

/** The path of a field; `[]` for the items of a list. */
type FieldPath = readonly string[]

export const hasType = ({ type }: SchemaNode, name: string): boolean =>
  type === name || (Array.isArray(type) && type.includes(name))

const isList = (node: SchemaNode): boolean => hasType(node, 'array')

/** Nothing, or an empty text, list or object; 0 and false are values. */
export function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** Lists that are the main content of a record: names of their items' fields have no prefix. */
export const mainLists = ['results', 'ads', 'organic_results']

/** `name` is null if the record itself is the list. */
export type MainList = { name: string | null; items: SchemaNode }

export function findMainList(schema: TSchema): MainList | null {
  const root = schema as SchemaNode
  if (isList(root)) return { name: null, items: root.items ?? {} }
  const name = mainLists.find((candidate) => root.properties && Object.hasOwn(root.properties, candidate))
  const list = name === undefined ? undefined : root.properties?.[name]
  return name !== undefined && list && isList(list) ? { name, items: list.items ?? {} } : null
}

export function readMainList({ name }: Pick<MainList, 'name'>, record: unknown): readonly unknown[] {
  const items = name === null ? record : (record as Record<string, unknown>)[name]
  return Array.isArray(items) ? items : []
}

/** A field of list items is filled if one of the items has it. */
function isFilled(value: unknown, path: FieldPath, depth = 0): boolean {
  const name = path[depth]
  if (name === undefined) return !isEmptyValue(value)
  if (typeof value !== 'object' || value === null) return false
  if (name === '[]') return Array.isArray(value) && value.some((item) => isFilled(item, path, depth + 1))
  return isFilled((value as Record<string, unknown>)[name], path, depth + 1)
}

/**
 * Creates a function that counts how many leaf fields a record fills. The count is sent with each record, so that a
 * caller notices a provider or a site that returns less than before.
 */
export function createCountFields(schema: TSchema) {
  const list = findMainList(schema)
  const leaves = listLeaves(list?.items ?? (schema as SchemaNode))
  const countFilled = (value: unknown) => leaves.filter((leaf) => isFilled(value, leaf)).length

  /** Returns `31/43`; null for a record without fields. */
  return function countFields(record: unknown): string | null {
    if (leaves.length === 0) return null
    if (!list) return `${countFilled(record)}/${leaves.length}`
    const items = readMainList(list, record)
    const filled = items.reduce((sum: number, item) => sum + countFilled(item), 0)
    return `${Math.floor(filled / Math.max(1, items.length))}/${leaves.length}`
  }
}

function listLeaves(node: SchemaNode, path: FieldPath = []): FieldPath[] {
  if (node.properties)
    return Object.entries(node.properties).flatMap(([name, inner]) => listLeaves(inner, [...path, name]))
  if (isList(node) && node.items?.properties) return listLeaves(node.items, [...path, '[]'])
  return [path]
}

/**
 * One letter per field: `a` present (in a list: in all items), `s` in some items, `n` in none, `e` if the list is
 * empty.
 */
export type Presence = string

export const getRecordFields = memoize((schema: TSchema) => {
  const list = findMainList(schema)
  const paths = listPaths(list?.items ?? (schema as SchemaNode))
  const plainPaths = paths.map((path) => path.filter((step) => step !== '[]'))
  return {
    /** Every field of the record, or of the items of its main list, with dots; fields of inner lists included. */
    names: plainPaths.map((path) => path.join('.')),
    /** The path of each name, without `[]` for the items of inner lists. */
    paths: plainPaths,
    findPresence(record: unknown): Presence {
      if (!list) return paths.map((path) => (isFilled(record, path) ? 'a' : 'n')).join('')
      const items = readMainList(list, record)
      if (items.length === 0) return 'e'.repeat(paths.length)
      return paths.map((path) => compareItems(items, path)).join('')
    },
  }
})

function compareItems(items: readonly unknown[], path: FieldPath): 'a' | 's' | 'n' {
  const first = isFilled(items[0], path)
  for (const item of items) if (isFilled(item, path) !== first) return 's'
  return first ? 'a' : 'n'
}

function listPaths(node: SchemaNode, path: FieldPath = []): FieldPath[] {
  const ownPaths = Object.entries(node.properties ?? {}).flatMap(([name, inner]) => [
    [...path, name],
    ...listPaths(inner, [...path, name]),
  ])
  return node.items ? [...ownPaths, ...listPaths(node.items, [...path, '[]'])] : ownPaths
}

/** The parameters `require` and `require_any`: names separated by commas, as callers write them. */
export type RequireOptions = { require: string | null; requireAny: string | null }

/** Describes which required fields are missing; null if none is. */
export type MissingFields = (presence: Presence | undefined) => string | null

const maxNames = 100
const maxShown = 10

/**
 * Checks the names of required fields when the call arrives, and returns a check of each record. A record that lacks
 * required fields is not sent and costs nothing. Null if no field is required; throws 400 for an unknown field.
 */
export function readRequired(record: TSchema, { require, requireAny }: RequireOptions): MissingFields | null {
  if (require === null && requireAny === null) return null
  const { names } = getRecordFields(record)
  const all = findNames('require', splitNames('require', require), names)
  const any = findNames('require_any', splitNames('require_any', requireAny), names)
  return (presence) => {
    // A server with another version of the schema may have cached the record.
    const letters = presence?.length === names.length ? presence : 'n'.repeat(names.length)
    const missing = all.filter((index) => letters[index] !== 'a' && letters[index] !== 'e')
    if (missing.length > 0) return `${listNames(names, missing)} ${missing.length > 1 ? 'are' : 'is'} missing`
    if (any.length === 0 || any.some((index) => letters[index] === 'a' || letters[index] === 's')) return null
    return any.length > 1 ? `${listNames(names, any)} are all missing` : `${listNames(names, any)} is missing`
  }
}

function listNames(names: readonly string[], indexes: readonly number[]): string {
  const shownNames = indexes.slice(0, maxShown).map((index) => names[index])
  return indexes.length > maxShown ? `${shownNames.join(', ')} and others` : shownNames.join(', ')
}

/** Throws 400 for an unknown field. */
export function checkFieldNames(parameter: string, fields: readonly string[], record: TSchema): void {
  findNames(parameter, splitNames(parameter, fields.join(',')), getRecordFields(record).names)
}

/** The names in a parameter, as the caller wrote them. Throws 400 for an empty name. */
export function splitNames(parameter: string, text: string | null): string[] {
  if (text === null) return []
  const parts = [...new Set(text.split(',').map((name) => name.trim()))]
  if (parts.includes('')) throw invalidParameter(parameter, 'must be field names separated by commas')
  if (parts.length > maxNames) throw invalidParameter(parameter, `must be at most ${maxNames} fields`)
  return parts
}

/** The index of each field. Throws 400 for an unknown field and suggests the nearest. */
export function findNames(parameter: string, fields: readonly string[], names: readonly string[]): number[] {
  return fields.map((name) => {
    const index = names.indexOf(name)
    if (index !== -1) return index
    const nearest = findNearest(name, names)
    const hint = nearest === null ? 'the record has no fields' : `the nearest is ${nearest}`
    throw invalidParameter(
      parameter,
      `names ${toPrintable(name)}, which is not a field of the record: ${hint}`,
    )
  })
}

/** The caller's text goes into an error message: short and printable only. */
const toPrintable = (name: string): string => name.replace(/[^\x21-\x7e]/g, '?').slice(0, 50)
