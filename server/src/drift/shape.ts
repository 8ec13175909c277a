// What is watched of a record: of each field whether it is there, how large a number is, how long a text or a list.
// Every watched thing of a record becomes one small number, a bin; what is watched follows from the record's schema.
import { createHash } from 'node:crypto'
import type { TSchema } from '@quarry/kit/schema'

export const kinds = ['presence', 'number', 'length', 'count', 'form'] as const
export type Kind = (typeof kinds)[number]
export type Feature = { field: string; kind: Kind }

/** One bin for each feature of the record's schema; `none` where there is nothing to say. */
export type Shape = Uint8Array
export const none = 255
/** All others are below. */
export const binCount = 64

export type Shaper = {
  features: readonly Feature[]
  /** Tells the features of one version of a schema from those of another. */
  signature: string
  toShape: (record: unknown) => Shape
}

/** The lists that an answer is about: the fields of their items go by their own names, as in `require`. */
const mainLists = ['results', 'ads', 'organic_results']

type Node = { type?: unknown; properties?: Record<string, Node>; items?: Node }
type Read = (value: unknown, into: Shape) => void

const known = new WeakMap<TSchema, Shaper>()

/** The shaper of a schema, made once. */
export function getShaper(schema: TSchema): Shaper {
  const before = known.get(schema)
  if (before) return before
  const made = createShaper(schema)
  known.set(schema, made)
  return made
}

export function createShaper(schema: TSchema): Shaper {
  const features: Feature[] = []
  const read = readerOf(schema as Node, '', features)
  return {
    features,
    signature: createHash('sha256').update(JSON.stringify(features)).digest('base64url').slice(0, 12),
    toShape(record) {
      const shape = new Uint8Array(features.length).fill(none)
      read(record, shape)
      return shape
    },
  }
}

function readerOf(node: Node, name: string, features: Feature[]): Read {
  if (hasType(node, 'array')) return listReader(node, name, features)
  if (node.properties) return objectReader(node, node.properties, name, features)
  const presence = features.push({ field: name, kind: 'presence' }) - 1
  const isNumber = hasType(node, 'number') || hasType(node, 'integer')
  const isText = hasType(node, 'string')
  const size =
    isNumber || isText ? features.push({ field: name, kind: isNumber ? 'number' : 'length' }) - 1 : null
  return (value, into) => {
    into[presence] = isMissing(value) ? 0 : 1
    if (size === null) return
    if (typeof value === 'number') into[size] = numberBin(value)
    else if (typeof value === 'string' && value !== '') into[size] = lengthBin(value.length)
  }
}

/** Of an object that is not there the fields are not missing: it is. */
function objectReader(node: Node, properties: Record<string, Node>, name: string, features: Feature[]): Read {
  const presence =
    name !== '' && hasType(node, 'null') ? features.push({ field: name, kind: 'presence' }) - 1 : null
  const inner = Object.entries(properties).map(([key, property]) => {
    const isMain = name === '' && mainLists.includes(key) && hasType(property, 'array')
    return [key, readerOf(property, isMain ? key : join(name, key), features)] as const
  })
  return (value, into) => {
    const isThere = typeof value === 'object' && value !== null
    if (presence !== null) into[presence] = isThere ? 1 : 0
    if (isThere) for (const [key, read] of inner) read((value as Record<string, unknown>)[key], into)
  }
}

/** One item stands for all, the one in the middle: what is lost in most items is lost in most of those. */
function listReader({ items }: Node, name: string, features: Feature[]): Read {
  const field = name === '' ? 'items' : name
  const presence = features.push({ field, kind: 'presence' }) - 1
  const count = features.push({ field, kind: 'count' }) - 1
  const isMain = name === '' || mainLists.includes(name)
  const read = items?.properties ? readerOf(items, isMain ? '' : name, features) : null
  return (value, into) => {
    const list = Array.isArray(value) ? value : []
    into[presence] = list.length > 0 ? 1 : 0
    if (list.length === 0) return
    into[count] = lengthBin(list.length)
    read?.(list[list.length >> 1], into)
  }
}

const hasType = ({ type }: Node, wanted: string): boolean =>
  type === wanted || (Array.isArray(type) && type.includes(wanted))

const join = (name: string, key: string): string => (name === '' ? key : `${name}.${key}`)

function isMissing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

const zeroBin = 0
const unitBin = 24
const mostBin = 60

/** Two bins for each power of ten: cents in the place of euros are four bins off. */
const numberBin = (value: number): number =>
  value === 0 || !Number.isFinite(value)
    ? zeroBin
    : Math.min(mostBin, Math.max(1, Math.round(2 * Math.log10(Math.abs(value))) + unitBin))

/** Two bins for each doubling. */
const lengthBin = (length: number): number => Math.min(mostBin, Math.floor(2 * Math.log2(length)))

/** About what size a bin stands for. */
export function toSize(kind: Kind, bin: number): number {
  if (kind !== 'number') return Math.round(2 ** (bin / 2))
  return bin === zeroBin ? 0 : Number((10 ** ((bin - unitBin) / 2)).toPrecision(2))
}
