// How the slots for messages are shared out among accounts that have more messages than slots.
import { expect, test } from 'vitest'
import { createChooseDeliveries, type DueGroup, deliverySlots, failingTries } from './delivery-queue.ts'

const create = (accountId: number, change: Partial<DueGroup> = {}): DueGroup => ({
  accountId,
  failures: 0,
  isRetry: false,
  ...change,
})
const createMany = (count: number, change: Partial<DueGroup> = {}) =>
  Array.from({ length: count }, (_, n) => create(1_000 + n, change))
const repeat = (group: DueGroup, count: number) => Array.from({ length: count }, () => group)

/** The messages under way after a choice. */
function choose(
  groups: readonly DueGroup[],
  underWay: readonly DueGroup[] = [],
  choice = createChooseDeliveries(),
) {
  return [...underWay, ...choice(groups, underWay).flatMap(({ group, count }) => repeat(group, count))]
}
const count = (underWay: readonly DueGroup[], accountId: number) =>
  underWay.filter((group) => group.accountId === accountId).length

test('the account with the fewest messages under way comes first', () => {
  const [one, two, none] = [create(1), create(2), create(3)]
  const underWay = choose(
    [one, two, none],
    [...repeat(one, 5), ...repeat(two, 3), ...createMany(deliverySlots * 0.75 - 11)],
  )
  expect([1, 2, 3].map((id) => count(underWay, id))).toEqual([5, 3, 3])
})

test('accounts with as many messages under way are served in turn', () => {
  const groups = [1, 2, 3, 4, 5].map((id) => create(id))
  const choice = createChooseDeliveries()
  const others = createMany(deliverySlots - 1)
  const served = Array.from({ length: 10 }, () => choose(groups, others, choice).at(-1)?.accountId)
  expect(served).toEqual([1, 2, 3, 4, 5, 1, 2, 3, 4, 5])
})

test('first tries come before retries, of the same account and of others', () => {
  const retry = create(1, { isRetry: true })
  const others = createMany(deliverySlots - 1)
  expect(choose([retry, create(1)], others).at(-1)).toEqual(create(1))
  expect(choose([retry, create(2)], others).at(-1)).toEqual(create(2))
  expect(choose([retry], others).at(-1)).toEqual(retry)
})

test('an account alone has eight slots, and two until a message is accepted and after a failed try', () => {
  for (const [failures, expected] of [
    [0, 8],
    [null, 2],
    [1, 2],
    [failingTries, 2],
  ] as const)
    expect([failures, choose([create(1, { failures })]).length]).toEqual([failures, expected])
})

test.each([
  ['failing accounts', { failures: failingTries }, deliverySlots / 8],
  ['accounts without an accepted message', { failures: null }, deliverySlots / 2],
  ['retries', { isRetry: true }, deliverySlots / 2],
])('%s leave slots to others', (_name, change, expected) => {
  const underWay = choose(createMany(1_000, change))
  expect(underWay).toHaveLength(expected)
  expect(count(choose([...createMany(1_000, change), create(1)], underWay), 1)).toBe(8)
})

test.each([
  ['slow accounts', {}],
  ['failing accounts', { failures: failingTries }],
  ['accounts without an accepted message', { failures: null }],
])('however many messages a few %s have, an account like them gets a slot at once', (_name, change) => {
  const underWay = choose(createMany(4, change))
  expect(underWay.length).toBeGreaterThan(4)
  const groups = [...createMany(4, change), create(1, change), create(2, change)]
  expect([1, 2].map((id) => count(choose(groups, underWay), id) > 0)).toEqual([true, true])
})

test('a quarter of the slots is left to accounts without a message under way', () => {
  const underWay = choose(createMany(12))
  expect(underWay).toHaveLength(deliverySlots * 0.75)
  expect(
    choose(
      [1, 2, 3].map((id) => create(id)),
      underWay,
    ),
  ).toHaveLength(deliverySlots * 0.75 + 3)
})
