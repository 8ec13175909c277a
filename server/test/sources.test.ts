// The generic checks that every source must pass, of what it describes and what its parameters lead to. The checks of
// pages are in source-texts.test.ts, source-lists.test.ts and source-pages.test.ts, apart to run side by side.
import { checkAddresses, checkDescription, checkExample } from '@quarry/kit/testing/check-source'
import { sources } from '@quarry/sources'
import { expect, test } from 'vitest'
import { describeEndpoints } from './support/describe-endpoints.ts'

test('there are sources, and their endpoints have different paths', () => {
  const paths = sources.flatMap((source) => source.endpoints.map((endpoint) => endpoint.path))
  expect(paths.length).toBeGreaterThan(0)
  expect(new Set(paths).size).toBe(paths.length)
})

describeEndpoints((source, endpoint) => {
  test('is described completely', () => checkDescription(source, endpoint))

  test('its example gives a record that fits its schema', () => checkExample(source, endpoint))

  test('no address in a parameter leads away from the site', () => checkAddresses(source, endpoint))
})
