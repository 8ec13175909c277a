// Generates requests from the route list: the examples, with some of their parts replaced by valid, nearly valid or
// nonsensical values, in every position.
import fc from 'fast-check'
import type { Route } from '../../../src/http/routes/create-routes.ts'
import { pathNames } from '../../../src/platform/route-data.ts'

export type FuzzRequest = {
  route: Route
  path: string
  query: [name: string, value: string][]
  body: string | null
  headers: Record<string, string>
}

type Json = Record<string, unknown>

/** Avoids inputs that trigger a fault of the sandbox sites, which respond 500 on purpose. */
const harmless = (text: string) => text.replace(/fault-/gi, 'fault_')

const oddTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  '99999999999999999999',
  'true',
  'TRUE',
  'null',
  'undefined',
  'NaN',
  '[object Object]',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '..%2f..%2f',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '\u0000',
  '\ud800',
  '\u202e\u200f',
  '%00%ff',
  'é'.repeat(500),
  'a'.repeat(5000),
  '2026-02-30',
  '2026-11-15T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'https://user:pass@127.0.0.1:1/',
  'https://www.ticketing.example\\@evil.example/',
  'file:///etc/passwd',
  '*',
  'a,b,c',
  'venue.latitude',
]

const text = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: 'binary', maxLength: 60 }).map(harmless),
)
const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 4 }),
  fc.dictionary(fc.constantFrom('a', '__proto__', 'constructor', 'query', '0'), text, { maxKeys: 3 }),
)

const brokenBodies = [
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '{"query":"a","query":"b"}',
  '{"__proto__":{"admin":true}}',
  `${'['.repeat(3000)}${']'.repeat(3000)}`,
  '{"a":1e400}',
  '\ufeff{}',
  '{}\n{}',
]

const share = <T>(part: number, rare: fc.Arbitrary<T>, common: fc.Arbitrary<T>) =>
  fc.oneof({ weight: part, arbitrary: rare }, { weight: 10 - part, arbitrary: common })

/** Members of the example, each of which is sometimes missing or another value. */
function changed<T>(example: Json, names: readonly string[], other: fc.Arbitrary<T>): fc.Arbitrary<Json> {
  const known = [...new Set([...Object.keys(example), ...names])]
  return fc
    .tuple(...known.map((name) => share(3, other, fc.constant(example[name]))), fc.subarray(known))
    .map((drawn) => {
      const values = drawn.slice(0, -1)
      const keptParts = new Set(drawn.at(-1) as string[])
      return Object.fromEntries(
        known.flatMap((name, n) =>
          values[n] === undefined || (!Object.hasOwn(example, name) && !keptParts.has(name))
            ? []
            : [[name, values[n]]],
        ),
      )
    })
}

/** Real ids, so that not every request is 404, and short wait times. */
export type KnownIds = Record<string, readonly string[]>

export function requestTo(route: Route, known: KnownIds): fc.Arbitrary<FuzzRequest> {
  const inPath = pathNames(route.path)
  const example = (route.example.params ?? {}) as Json
  const named = Object.keys(route.params.properties)
  const queries = changed(
    example,
    named.filter((name) => !inPath.includes(name)),
    text,
  )
  const ids = fc.tuple(
    ...inPath.map((name) =>
      share(5, text, fc.constantFrom(...(known[name] ?? []), String(example[name] ?? 'x'))),
    ),
  )
  const bodies = route.body
    ? fc.oneof(
        { weight: 1, arbitrary: fc.constantFrom(...brokenBodies) },
        {
          weight: 9,
          arbitrary: changed(
            (route.example.body ?? {}) as Json,
            Object.keys((route.body as { properties?: Json }).properties ?? {}),
            value,
          ).map((body) => JSON.stringify(body)),
        },
      )
    : fc.constant(null)
  const types = share(
    1,
    fc.constantFrom('text/plain', 'application/json; charset=latin1'),
    fc.constant('application/json'),
  )
  return fc.record({ query: queries, ids, body: bodies, type: types }).map(({ query, ids, body, type }) => ({
    route,
    path: inPath.reduce(
      (path, name, n) => path.replace(`{${name}}`, encodeURIComponent(wellFormed(String(ids[n]))) || '%20'),
      route.path as string,
    ),
    query: Object.entries(query)
      .filter(([name]) => !inPath.includes(name))
      .map(([name, value]): [string, string] => [name, name === 'wait' ? '0' : wellFormed(String(value))]),
    body,
    headers: body === null ? {} : { 'content-type': type },
  }))
}

/** A URL cannot contain a lone surrogate. */
const wellFormed = (text: string): string => text.toWellFormed()
