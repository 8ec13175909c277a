// Random histories of many concurrent accounts, tick by tick, for the property test of the ledger.
import fc from 'fast-check'

export const accountsPerRun = 200

const quota = fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined, freq: 3 })
const plan = fc.record({
  total: fc.integer({ min: 0, max: 9 }),
  days: fc.constantFrom(1, 7, 30),
  bonus: fc.integer({ min: 0, max: 6 }),
  quotas: fc.record({ total: quota, daily: quota, weekly: quota, monthly: quota }),
})
const price = fc.integer({ min: 1, max: 4 })
// Concurrent calls with different or equal prices, which the database decides together.
const prices = fc.oneof(
  fc.array(price, { minLength: 1, maxLength: 3 }),
  fc.tuple(price, fc.integer({ min: 2, max: 7 })).map(([each, count]) => new Array<number>(count).fill(each)),
)
// How much of a hold is charged: nothing, a part, or all.
const share = fc.constantFrom(0, 0.5, 1)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('hold' as const), prices }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('charge' as const), prices }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('settle' as const), which: fc.nat(5), share }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('again' as const), share }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('grant' as const), credits: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('correct' as const), credits: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('plan' as const), total: fc.integer({ min: 0, max: 9 }) }),
  },
)
const passed = fc.constantFrom(
  0,
  1_000,
  14_999,
  15_001,
  61_000,
  3_600_000,
  12 * 3_600_000,
  86_400_000,
  8 * 86_400_000,
  31 * 86_400_000,
)
export const ticks = 12
export const histories = fc.record({
  passed: fc.array(passed, { minLength: ticks, maxLength: ticks }),
  accounts: fc.array(fc.record({ plan, steps: fc.array(step, { minLength: ticks, maxLength: ticks }) }), {
    minLength: accountsPerRun,
    maxLength: accountsPerRun,
  }),
})
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Histories = typeof histories extends fc.Arbitrary<infer H> ? H : never
export type Plan = Histories['accounts'][number]['plan']
