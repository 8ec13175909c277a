// For every source: no item of a list disappears from a record in silence.
import { checkLists } from '@quarry/kit/testing/check-lists'
import { test } from 'vitest'
import { describeEndpoints } from './support/describe-endpoints.ts'

describeEndpoints((source, endpoint) => {
  test('an item that loses a part is kept, or counted as unread, and no list becomes empty in silence', () =>
    checkLists(source, endpoint))
})
