// Parses a raw query string strictly: bad escapes, NULs and repeated names are refused by name. An API key in the query
// is removed before parameters are read (api-rules 5.2).
import { invalidParameter } from '@quarry/kit/errors'

export type QueryPair = { name: string; value: string | null }

const keyName = 'x_api_key'
const maxPairs = 200

/** Name and value of each pair; null if the value is not valid percent-encoded UTF-8. */
export function splitQuery(rawQuery: string): QueryPair[] {
  if (rawQuery === '') return []
  const pairs: QueryPair[] = []
  for (const piece of rawQuery.split('&', maxPairs + 1)) {
    if (piece === '') continue
    const equals = piece.indexOf('=')
    const name = equals === -1 ? piece : piece.slice(0, equals)
    const value = equals === -1 ? '' : piece.slice(equals + 1)
    pairs.push({ name: decode(name) ?? name, value: decode(value) })
  }
  return pairs
}

/** The API keys in the query; the case of the name does not matter. */
export function listQueryKeys(pairs: readonly QueryPair[]): readonly string[] {
  let keys = noKeys
  for (const pair of pairs) if (isKeyPair(pair)) keys = [...keys, pair.value ?? '']
  return keys
}

const noKeys: readonly string[] = []

/** Parameters by name. There are few: a search is faster than building a map. */
export type QueryParameters = { get: (name: string) => string | undefined }

/** The pairs without API keys; refuses a repeated name or a value that is not text. */
export function readQueryParameters(pairs: readonly QueryPair[]): QueryParameters {
  if (pairs.length > maxPairs) throw invalidParameter('the query', `has more than ${maxPairs} parameters`)
  for (let index = 0; index < pairs.length; index += 1) {
    const pair = pairs[index] as QueryPair
    if (isKeyPair(pair)) continue
    const { name, value } = pair
    if (value === null) throw invalidParameter(toPrintable(name), 'is not valid percent-encoded UTF-8')
    if (value.includes('\0')) throw invalidParameter(toPrintable(name), 'must not contain a NUL character')
    for (let before = 0; before < index; before += 1)
      if (pairs[before]?.name === name) throw invalidParameter(toPrintable(name), 'is given more than once')
  }
  return {
    get(name) {
      for (const pair of pairs) if (pair.name === name && !isKeyPair(pair)) return pair.value ?? undefined
      return undefined
    },
  }
}

const isKeyPair = ({ name }: QueryPair) => name.length === keyName.length && name.toLowerCase() === keyName

/** The caller's text goes into an error message: short and printable only. */
export const toPrintable = (name: string) => name.replace(/[^\x21-\x7e]/g, '?').slice(0, 50) || 'a parameter'

function decode(text: string): string | null {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}
