// Table rows of watch events.
import { expect, test } from 'vitest'
import type { WatchEvent } from '../../sdk/src/index.ts'
import { toChangeRows } from '../src/commands/watch.ts'

const event = (change: Partial<WatchEvent>): WatchEvent => ({
  number: 1,
  type: 'changed',
  at: '2031-05-01T00:00:00Z',
  job_id: null,
  provider: 'site',
  reason: null,
  missed: null,
  patch: null,
  before: null,
  after: null,
  ...change,
})
const buildRows = (change: Partial<WatchEvent>) =>
  toChangeRows(event(change)).map(({ number: _number, at: _at, type: _type, ...row }) => row)

test('each change of a list shows the values of its own item', () => {
  const before = {
    ads: [
      { id: 1, price: 10 },
      { id: 2, price: 20 },
      { id: 3, price: 30 },
    ],
  }
  const after = {
    ads: [
      { id: 4, price: 40 },
      { id: 3, price: 31 },
      { id: 2, price: 20 },
    ],
  }
  const patch: WatchEvent['patch'] = [
    { op: 'replace', path: '/ads/2/price', value: 31 },
    { op: 'remove', path: '/ads/0' },
    { op: 'add', path: '/ads/0', value: { id: 4, price: 40 } },
    { op: 'move', from: '/ads/2', path: '/ads/1' },
  ]
  expect(buildRows({ before, after, patch })).toEqual([
    { what: 'ads.2.price', before: 30, after: 31 },
    { what: 'ads.0', before: { id: 1, price: 10 }, after: undefined },
    { what: 'ads.0', before: undefined, after: { id: 4, price: 40 } },
    { what: 'ads.2 moved to ads.1' },
  ])
})

test('an event without a patch shows its reason', () => {
  expect(buildRows({ reason: 'too_large' })).toEqual([{ what: 'too_large' }])
  expect(buildRows({ type: 'not_compared', reason: 'comparison_failed' })).toEqual([
    { what: 'comparison_failed' },
  ])
})
