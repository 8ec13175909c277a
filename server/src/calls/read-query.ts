// Splits a raw query string without guessing: bad escapes, NULs and repeated names are refused by name.
// The API key may travel here too; it is taken out before anything else sees the pairs (spec 5.2).
import { invalidParameter } from '../errors.ts'

export type QueryPair = { name: string; value: string | null }

const keyName = 'x_api_key'
const maxPairs = 200

/** Name and value of each pair; null where the value is not valid percent-encoded UTF-8. */
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

/** The keys given in the query, under any letter case of the name. */
export const keysInQuery = (pairs: readonly QueryPair[]): string[] =>
  pairs.filter(isKeyPair).map(({ value }) => value ?? '')

/** The other pairs as a map; refuses a repeated name or a value that is not text. */
export function queryParameters(pairs: readonly QueryPair[]): Map<string, string> {
  const parameters = new Map<string, string>()
  if (pairs.length > maxPairs) throw invalidParameter('the query', `has more than ${maxPairs} parameters`)
  for (const pair of pairs) {
    if (isKeyPair(pair)) continue
    const name = shownName(pair.name)
    if (pair.value === null) throw invalidParameter(name, 'is not valid percent-encoded UTF-8')
    if (pair.value.includes('\0')) throw invalidParameter(name, 'must not contain a NUL character')
    if (parameters.has(pair.name)) throw invalidParameter(name, 'is given more than once')
    parameters.set(pair.name, pair.value)
  }
  return parameters
}

const isKeyPair = ({ name }: QueryPair) => name.length === keyName.length && name.toLowerCase() === keyName

// A stranger's name goes into an error message: short and printable only.
const shownName = (name: string) => name.replace(/[^\x21-\x7e]/g, '?').slice(0, 50) || 'a parameter'

function decode(text: string): string | null {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}
