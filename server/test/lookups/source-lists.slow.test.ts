// For every source: no item of a list silently disappears from a record.
import { checkLists } from '@quarry/kit/testing/check-lists'
import { test } from 'vitest'
import { describeEndpoints } from '../support/describe-endpoints.ts'

describeEndpoints((source, endpoint) => {
  test('an item that loses a part is kept or counted as unread, and no list silently becomes empty', () =>
    checkLists(source, endpoint))
})
