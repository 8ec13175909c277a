// Which scopes cover other scopes.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areScopesWithin, covers } from './scopes.ts'

test.each<[string[] | null, string[] | null, boolean]>([
  [null, null, true],
  [['company'], null, true],
  [null, ['company'], false],
  [[], ['company'], true],
  [[], [], true],
  [['company'], [], false],
  [['company'], ['company'], true],
  [['/v2/company'], ['company'], true],
  [['/v2/company/*'], ['company'], true],
  [['/v2/company/social/*'], ['/v2/company/*'], true],
  [['company'], ['/v2/*'], true],
  [['/v2/company/social'], ['/v2/company/*'], true],
  [['company'], ['/v2/company', '/v2/company/*'], true],
  // A source name includes the path of the source itself, which `/*` does not cover.
  [['company'], ['/v2/company/*'], false],
  [['/v2/company'], ['/v2/company/*'], false],
  [['/v2/company/*'], ['/v2/company'], false],
  [['/v2/company/*'], ['/v2/company/social'], false],
  [['/v2/*'], ['company'], false],
  [['companyx'], ['company'], false],
  [['/v2/companyx/*'], ['company'], false],
  [['company', 'ticketing'], ['company'], false],
])('%o within %o: %o', (inner, outer, isWithin) => {
  expect(areScopesWithin(inner, outer)).toBe(isWithin)
})

const name = fc.constantFrom('a', 'b', 'ab')
const path = fc.array(name, { maxLength: 3 }).map((names) => ['/v2', ...names].join('/'))
const scope = fc.oneof(
  name,
  path,
  path.map((one) => `${one}/*`),
)
const scopes = fc.option(fc.array(scope, { maxLength: 3 }))
const reaches = (list: readonly string[] | null, one: string) =>
  list === null || list.some((entry) => covers(entry, one))

test('inner scopes cover no path that the outer scopes do not', () => {
  fc.assert(
    fc.property(scopes, scopes, fc.array(path, { minLength: 20, maxLength: 20 }), (inner, outer, paths) => {
      if (!areScopesWithin(inner, outer)) return
      for (const one of paths) if (reaches(inner, one)) expect(reaches(outer, one)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
