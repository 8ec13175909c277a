// The shape of a record: for each field whether it is present, and the size of a number, text or list. Each feature is
// one small number, a bin; the features follow from the record's schema.
import { createHash } from 'node:crypto'
import { memoize } from '@quarry/kit/memoize'
import type { TSchema } from '@quarry/kit/schema'
import { hasType, isEmptyValue, mainLists, type SchemaNode } from '../reading/record-fields.ts'

export const featureKinds = ['presence', 'number', 'length', 'count', 'form'] as const
export type FeatureKind = (typeof featureKinds)[number]
export type Feature = { field: string; kind: FeatureKind }

/** One bin for each feature of the schema; `noBin` if it does not apply. */
export type Shape = Uint8Array
export const noBin = 255
/** All other bins are below. */
export const binCount = 64

export type Shaper = ReturnType<typeof createShaper>

type Read = (value: unknown, into: Shape) => void

export const getShaper = memoize(createShaper)

export function createShaper(schema: TSchema) {
  const features: Feature[] = []
  const read = createReader(schema as SchemaNode, '', features)
  return {
    features,
    /** Identifies the version of the features. */
    signature: createHash('sha256').update(JSON.stringify(features)).digest('base64url').slice(0, 12),
    toShape(record: unknown): Shape {
      const shape = new Uint8Array(features.length).fill(noBin)
      read(record, shape)
      return shape
    },
  }
}

function createReader(node: SchemaNode, name: string, features: Feature[]): Read {
  if (hasType(node, 'array')) return createListReader(node, name, features)
  if (node.properties) return createObjectReader(node, node.properties, name, features)
  const presence = features.push({ field: name, kind: 'presence' }) - 1
  const isNumber = hasType(node, 'number') || hasType(node, 'integer')
  const isText = hasType(node, 'string')
  const size =
    isNumber || isText ? features.push({ field: name, kind: isNumber ? 'number' : 'length' }) - 1 : null
  return (value, into) => {
    into[presence] = isEmptyValue(value) ? 0 : 1
    if (size === null) return
    if (typeof value === 'number') into[size] = toNumberBin(value)
    else if (typeof value === 'string' && value !== '') into[size] = toLengthBin(value.length)
  }
}

/** Fields of an absent object do not count as missing. */
function createObjectReader(
  node: SchemaNode,
  properties: Record<string, SchemaNode>,
  name: string,
  features: Feature[],
): Read {
  const presence =
    name !== '' && hasType(node, 'null') ? features.push({ field: name, kind: 'presence' }) - 1 : null
  const inner = Object.entries(properties).map(([key, property]) => {
    const isMain = name === '' && mainLists.includes(key) && hasType(property, 'array')
    return [key, createReader(property, isMain ? key : join(name, key), features)] as const
  })
  return (value, into) => {
    const isThere = typeof value === 'object' && value !== null
    if (presence !== null) into[presence] = isThere ? 1 : 0
    if (isThere) for (const [key, read] of inner) read((value as Record<string, unknown>)[key], into)
  }
}

/** The middle item represents all items. */
function createListReader({ items }: SchemaNode, name: string, features: Feature[]): Read {
  const field = name === '' ? 'items' : name
  const presence = features.push({ field, kind: 'presence' }) - 1
  const count = features.push({ field, kind: 'count' }) - 1
  const isMain = name === '' || mainLists.includes(name)
  const read = items?.properties ? createReader(items, isMain ? '' : name, features) : null
  return (value, into) => {
    const list = Array.isArray(value) ? value : []
    into[presence] = list.length > 0 ? 1 : 0
    if (list.length === 0) return
    into[count] = toLengthBin(list.length)
    read?.(list[list.length >> 1], into)
  }
}

const join = (name: string, key: string): string => (name === '' ? key : `${name}.${key}`)

const zeroBin = 0
const unitBin = 24
const maxBin = 60

/** Two bins for each power of ten: cents instead of euros are four bins off. */
const toNumberBin = (value: number): number =>
  value === 0 || !Number.isFinite(value)
    ? zeroBin
    : Math.min(maxBin, Math.max(1, Math.round(2 * Math.log10(Math.abs(value))) + unitBin))

/** Two bins for each doubling. */
const toLengthBin = (length: number): number => Math.min(maxBin, Math.floor(2 * Math.log2(length)))

/** The approximate size of a bin. */
export function toSize(kind: FeatureKind, bin: number): number {
  if (kind !== 'number') return Math.round(2 ** (bin / 2))
  return bin === zeroBin ? 0 : Number((10 ** ((bin - unitBin) / 2)).toPrecision(2))
}
