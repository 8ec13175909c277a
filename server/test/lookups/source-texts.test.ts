// For every source: each text of a record comes from its own place on the page.
import { checkTexts } from '@quarry/kit/testing/check-texts'
import { test } from 'vitest'
import { describeEndpoints } from '../support/describe-endpoints.ts'

describeEndpoints((source, endpoint) => {
  test('each text of the record changes with its place on the pages, and no other text does', () =>
    checkTexts(source, endpoint))
})
