// The generic checks that every source must pass, of its description and its parameters. The checks of pages are in
// source-texts.test.ts, source-lists.slow.test.ts and source-pages.test.ts, so that they run in parallel.
import { checkAddresses, checkDescription, checkExample } from '@quarry/kit/testing/check-source'
import { sources } from '@quarry/sources'
import { expect, test } from 'vitest'
import { describeEndpoints } from '../support/describe-endpoints.ts'

test('there are sources, and their endpoints have different paths', () => {
  const paths = sources.flatMap((source) => source.endpoints.map((endpoint) => endpoint.path))
  expect(paths.length).toBeGreaterThan(0)
  expect(new Set(paths).size).toBe(paths.length)
})

describeEndpoints((source, endpoint) => {
  test('is described completely', () => checkDescription(source, endpoint))

  test('its example returns a record that fits its schema', () => checkExample(source, endpoint))

  test('no URL in a parameter leads to another site', () => checkAddresses(source, endpoint))
})
