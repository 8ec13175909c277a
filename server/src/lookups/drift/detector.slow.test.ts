// The drift detector on random calls: faults raise an alarm soon and on one field only, and normal variation raises
// none.
import { integer, list, nullable, number, object, text } from '@quarry/kit/schema'
import { expect, test, vi } from 'vitest'
import { type AlarmChange, addCall, getFormBin } from './detector.ts'
import { toProbability } from './find-shift.ts'
import { newSeries, type Observation, readSeries, type Series, writeSeries } from './series.ts'
import { createShaper, type Feature } from './shape.ts'

/** The tests add some hundred thousand calls, possibly on a busy machine. */
vi.setConfig({ testTimeout: 240_000 })

/** A seeded random generator, so that each run of a test is the same. */
function chance(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const shares = [3, 10, 25, 40, 50, 60, 75, 90, 97]
const shaper = createShaper(
  object({
    name: text('lamp'),
    price: nullable(number(3)),
    venue: nullable(object({ city: text('Lyon'), latitude: nullable(number(45)) })),
    images: list(text('x')),
    offers: list(object({ shop: text('x'), stock: nullable(integer(3)) })),
    ...Object.fromEntries(shares.map((share) => [`in_${share}`, nullable(text('x'))])),
  }),
)

type Item = Record<string, unknown> & { price: number | null }

/** The record of a random subject; each field is present in a share of the subjects. */
function createItem(random: () => number): Item {
  const some = (share: number) => random() < share
  return {
    name: 'n'.repeat(5 + Math.floor(random() * 60)),
    price: some(0.9) ? Math.round(100 * 10 ** (0.5 + 2 * random())) / 100 : null,
    venue: some(0.8) ? { city: 'c'.repeat(3 + Math.floor(random() * 12)), latitude: 90 * random() } : null,
    images: Array.from({ length: Math.floor(random() * 8) }, () => 'x'),
    offers: Array.from({ length: Math.floor(random() * 5) }, () => ({
      shop: 'shop',
      stock: some(0.5) ? Math.floor(random() * 1000) : null,
    })),
    ...Object.fromEntries(shares.map((share) => [`in_${share}`, some(share / 100) ? 'there' : null])),
  }
}

type Call = { account: number; subject: number; item: Item }

function watch(
  series: Series = newSeries(),
  { features, form } = { features: shaper.features, form: 'json' },
) {
  let calls = 0
  return {
    series,
    /** Adds a call; returns the alarms that begin or end with it, with the number of the call. */
    add({ account, subject, item }: Call): (AlarmChange & { call: number })[] {
      calls += 1
      const observation: Observation = {
        account,
        subject: String(subject),
        id: `r${calls}`,
        shape: shaper.toShape(item),
      }
      return addCall(series, observation, { features, form, nowMs: calls * 1000 }).map((change) => ({
        ...change,
        call: calls,
      }))
    },
  }
}
const summarize = (changes: readonly AlarmChange[]) =>
  changes.map(({ kind, alarm }) => [kind, alarm.field, alarm.kind])

/** Calls of three accounts for 20 subjects; `change` may alter the record of each call. */
function calls(seed: number, count: number, change: (item: Item, call: number) => Item): Call[] {
  const random = chance(seed)
  const items = Array.from({ length: 20 }, () => createItem(random))
  return Array.from({ length: count }, (_, n) => {
    const subject = Math.floor(random() * 20)
    const item = change({ ...(items[subject] as Item), in_90: random() < 0.9 ? 'x' : null }, n)
    return { account: 1 + Math.floor(random() * 3), subject, item }
  })
}

const seeds = Array.from({ length: 12 }, (_, n) => n + 1)

test('a field that is lost at call 500 raises an alarm within 100 calls, and no other does; it ends with the fault', () => {
  for (const seed of seeds) {
    const { add } = watch()
    const changes = calls(seed, 1400, (item, n) =>
      n >= 500 && n < 900 ? { ...item, name: '' } : item,
    ).flatMap(add)
    expect([seed, summarize(changes)]).toEqual([
      seed,
      [
        ['begun', 'name', 'presence'],
        ['ended', 'name', 'presence'],
      ],
    ])
    expect(changes[0]?.call).toBeGreaterThan(500)
    expect(changes[0]?.call).toBeLessThanOrEqual(600)
    expect(changes[1]?.call).toBeGreaterThan(900)
    expect(changes[1]?.call).toBeLessThanOrEqual(1300)
    expect(changes[0]?.alarm).toMatchObject({ form: 'json', baseline: 1 })
    expect(changes[0]?.alarm.examples).toHaveLength(5)
  }
})

test('prices multiplied by 100 raise an alarm within 100 calls, and no other field does', () => {
  for (const seed of seeds) {
    const { add } = watch()
    const cents = (item: Item) => ({ ...item, price: item.price === null ? null : item.price * 100 })
    const changes = calls(seed, 700, (item, n) => (n >= 500 ? cents(item) : item)).flatMap(add)
    expect([seed, summarize(changes)]).toEqual([seed, [['begun', 'price', 'number']]])
    expect(changes[0]?.call).toBeLessThanOrEqual(600)
    const { baseline = 0, now = 0 } = changes[0]?.alarm ?? {}
    expect(now / baseline).toBeGreaterThan(9)
  }
})

test.each([
  ['a list that is empty', 'images', 'presence', (item: Item) => ({ ...item, images: [] })],
  ['an object that is not there', 'venue', 'presence', (item: Item) => ({ ...item, venue: null })],
  ['a text cut short', 'name', 'length', (item: Item) => ({ ...item, name: 'nnn' })],
  [
    'a list cut short',
    'images',
    'count',
    (item: Item) => ({ ...item, images: (item.images as []).slice(0, 1) }),
  ],
])('%s raises one alarm, and fields that depend on it raise none', (_, field, kind, change) => {
  for (const seed of seeds.slice(0, 10)) {
    const { add } = watch()
    const changes = calls(seed, 650, (item, n) => (n >= 500 ? change(item) : item)).flatMap(add)
    expect([seed, summarize(changes)]).toEqual([seed, [['begun', field, kind]]])
  }
})

test('a form that disappears raises an alarm within 100 calls, and its replacement does not', () => {
  const features: Feature[] = [{ field: '', kind: 'form' }]
  for (const seed of seeds) {
    const random = chance(seed)
    const series = newSeries()
    const changes = Array.from({ length: 1400 }, (_, n) => {
      const subject = Math.floor(random() * 20)
      const form = subject % 5 < 2 && (n < 500 || n >= 900) ? 'old' : subject % 5 === 2 ? 'dom' : 'new'
      const shape = new Uint8Array([getFormBin(series, form)])
      const observation = { account: n % 3, subject: String(subject), id: `r${n}`, shape }
      return addCall(series, observation, { features, form: '', nowMs: n * 1000 }).map((change) => ({
        ...change,
        call: n,
      }))
    }).flat()
    expect([seed, changes.map(({ kind, alarm }) => [kind, alarm.form, alarm.field])]).toEqual([
      seed,
      [
        ['begun', 'old', null],
        ['ended', 'old', null],
      ],
    ])
    expect(changes[0]?.call).toBeLessThanOrEqual(600)
    expect(changes[0]?.alarm).toMatchObject({ kind: 'form', now: expect.any(Number) })
    expect(changes[1]?.call).toBeLessThanOrEqual(1300)
  }
})

test('100,000 calls of a stationary mix with fields there in 3 % to 97 %: no alarm', () => {
  const random = chance(7)
  const { add: to, series } = watch()
  const changes: AlarmChange[] = []
  for (let n = 0; n < 100_000; n += 1)
    changes.push(
      ...to({
        account: Math.floor(random() * 3),
        subject: Math.floor(random() * 5000),
        item: createItem(random),
      }),
    )
  expect(changes).toEqual([])
  expect(series.calls).toBe(100_000)
  expect(writeSeries(series).length).toBeLessThan(100_000)
})

test('one account with odd subjects raises no alarm, among others or alone', () => {
  for (const seed of seeds.slice(0, 10)) {
    const random = chance(seed)
    const odd = (n: number): Call => ({
      account: 9,
      subject: 1000 + n,
      item: { ...createItem(random), name: '', price: null },
    })
    const common = calls(seed, 1200, (item) => item)
    const among = watch()
    const mixed = common.flatMap((call, n) => among.add(n < 500 || n % 4 === 0 ? call : odd(n)))
    expect([seed, summarize(mixed)]).toEqual([seed, []])
    const lone = watch()
    for (const call of common.slice(0, 500)) lone.add({ ...call, account: 9 })
    const alone = Array.from({ length: 300 }, (_, n) => lone.add(odd(n))).flat()
    expect([seed, summarize(alone)]).toEqual([seed, []])
  }
})

test('a single account is enough if its own subjects have changed', () => {
  for (const seed of seeds.slice(0, 10)) {
    const { add: to } = watch()
    const changes = calls(seed, 600, (item, n) => (n >= 500 ? { ...item, name: '' } : item)).flatMap((call) =>
      to({ ...call, account: 1 }),
    )
    expect([seed, summarize(changes)]).toEqual([seed, [['begun', 'name', 'presence']]])
  }
})

test('one subject that is looked up again and again raises no alarm', () => {
  const { add: to } = watch()
  for (const call of calls(3, 500, (item) => item)) to(call)
  const item = { ...createItem(chance(1)), name: '', price: null }
  for (let n = 0; n < 500; n += 1) expect(to({ account: n % 3, subject: 77, item })).toEqual([])
})

test('a change that lasts a week becomes the new baseline', () => {
  const { add: to, series } = watch()
  for (const call of calls(3, 600, (item, n) => (n >= 500 ? { ...item, name: '' } : item))) to(call)
  expect([...series.alarms.values()].map(({ field }) => field)).toEqual(['name'])
  const weekMs = 8 * 86_400_000
  const judged = { features: shaper.features, form: 'json', nowMs: weekMs }
  const later = calls(3, 400, (item) => ({ ...item, name: '' })).flatMap(({ account, subject, item }) =>
    addCall(series, { account, subject: String(subject), id: 'x', shape: shaper.toShape(item) }, judged),
  )
  expect(summarize(later)).toEqual([['ended', 'name', 'presence']])
})

test("the detector's state survives being stored and loaded after any call", () => {
  const all = calls(5, 700, (item, n) => (n >= 500 ? { ...item, name: '' } : item))
  const fullWatch = watch()
  const straight = all.flatMap((call) => summarize(fullWatch.add(call)))
  let series = newSeries()
  const pieces = all.flatMap((call, n) => {
    series = readSeries(writeSeries(series))
    const observation = {
      account: call.account,
      subject: String(call.subject),
      id: `r${n + 1}`,
      shape: shaper.toShape(call.item),
    }
    return summarize(
      addCall(series, observation, { features: shaper.features, form: 'json', nowMs: (n + 1) * 1000 }),
    )
  })
  expect(pieces).toEqual(straight)
  expect(writeSeries(series)).toBe(writeSeries(fullWatch.series))
})

test('the probability is that of drawing without replacement', () => {
  // All ways to draw 4 of 10 calls, 5 of which have the feature.
  const having = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0]
  const draws = Array.from({ length: 1024 }, (_, bits) => having.filter((_one, n) => (bits >> n) & 1))
    .filter((draw) => draw.length === 4)
    .map((draw) => draw.reduce((sum, one) => sum + one, 0))
  for (let had = 0; had <= 4; had += 1) {
    const share = draws.filter((count) => count >= had).length / draws.length
    expect(toProbability({ had, drawn: 4, hadBefore: 5 - had, before: 6 })).toBeCloseTo(share, 12)
  }
  expect(toProbability({ had: 20, drawn: 20, hadBefore: 0, before: 400 })).toBeLessThan(1e-30)
})
