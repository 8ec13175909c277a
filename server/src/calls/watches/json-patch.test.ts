// JSON Patches between two values: few operations, correct results, bounded work.
import fc from 'fast-check'
import { applyPatch } from 'rfc6902'
import { expect, test } from 'vitest'
import { createPatch, type PatchOperation } from './json-patch.ts'

const ad = (id: number, price = id * 10) => ({ id: `ad-${id}`, price, seller: { town: 'Dock' } })
const ads = (...ids: number[]) => ids.map((id) => ad(id))

function patchAndApply(before: unknown, after: unknown): PatchOperation[] {
  const patch = createPatch(before, after)
  // Wrapped in an object, so that a patch can also replace the whole value.
  const target = { value: structuredClone(before) }
  const shifted = (patch ?? []).map((operation) => ({
    ...operation,
    path: `/value${operation.path}`,
    ...('from' in operation ? { from: `/value${operation.from}` } : {}),
  }))
  expect(applyPatch(target, structuredClone(shifted) as never).every((problem) => problem === null)).toBe(
    true,
  )
  expect(target.value).toEqual(after)
  return patch ?? []
}

test('an item that is new, gone or changed is one operation, whatever its position', () => {
  expect(patchAndApply(ads(1, 2, 3), ads(4, 1, 2, 3))).toEqual([{ op: 'add', path: '/0', value: ad(4) }])
  expect(patchAndApply(ads(1, 2, 3), ads(2, 3))).toEqual([{ op: 'remove', path: '/0' }])
  expect(patchAndApply(ads(1, 2, 3), [ad(4), ad(1), ad(3, 5)])).toEqual([
    { op: 'replace', path: '/2/price', value: 5 },
    { op: 'remove', path: '/1' },
    { op: 'add', path: '/0', value: ad(4) },
  ])
})

test('an item that moved is one move', () => {
  expect(patchAndApply(ads(1, 2, 3, 4), ads(2, 3, 4, 1))).toEqual([{ op: 'move', from: '/0', path: '/3' }])
  expect(patchAndApply(ads(1, 2, 3, 4), ads(4, 1, 2, 3))).toEqual([{ op: 'move', from: '/3', path: '/0' }])
})

test.each(['id', 'uuid', 'url', 'link'])('items are matched by %s', (name) => {
  const before = [
    { [name]: 'a', price: 1 },
    { [name]: 'b', price: 2 },
  ]
  const after = [{ [name]: 'b', price: 3 }]
  expect(patchAndApply(before, after)).toEqual([
    { op: 'replace', path: '/1/price', value: 3 },
    { op: 'remove', path: '/0' },
  ])
})

test('items without identity are matched by content, then by position', () => {
  expect(patchAndApply([{ price: 1 }, { price: 2 }], [{ price: 9 }, { price: 1 }, { price: 2 }])).toEqual([
    { op: 'add', path: '/0', value: { price: 9 } },
  ])
  expect(patchAndApply(['a', 'b', 'c'], ['a', 'x', 'c'])).toEqual([{ op: 'replace', path: '/1', value: 'x' }])
})

test('objects and scalars', () => {
  expect(patchAndApply({ 'a/b': 1, 'c~d': 2 }, { 'c~d': 3, e: null })).toEqual([
    { op: 'remove', path: '/a~1b' },
    { op: 'replace', path: '/c~0d', value: 3 },
    { op: 'add', path: '/e', value: null },
  ])
  expect(patchAndApply({ a: 1 }, [1])).toEqual([{ op: 'replace', path: '', value: [1] }])
  expect(patchAndApply({ a: 1, b: [2] }, { b: [2], a: 1 })).toEqual([])
})

test('the work grows linearly with a list that was shuffled', () => {
  const workPerItem = 150
  for (const length of [100, 1_000, 10_000]) {
    const before = Array.from({ length }, (_, index) => ad(index))
    const after = before.map((_, index) => ad((index * 37) % length, index))
    const patch = createPatch(before, after, length * workPerItem)
    expect(patch?.filter(({ op }) => op === 'replace').length).toBeGreaterThan(length * 0.9)
  }
})

test('a comparison above its bound returns null', () => {
  expect(createPatch(ads(1, 2, 3), ads(3, 2, 1), 20)).toBe(null)
  const deep = (depth: number, leaf: string): unknown => (depth === 0 ? leaf : [deep(depth - 1, leaf)])
  expect(createPatch(deep(500, 'a'.repeat(10_000)), deep(500, 'b'.repeat(10_000)), 1_000_000)).toBe(null)
})

test('applying the patch to the old value gives the new value', () => {
  const id = fc.integer({ min: 0, max: 12 })
  // The library that applies patches here drops members of this name, which no record has.
  const json = fc.jsonValue().filter((one) => !JSON.stringify(one).includes('__proto__'))
  const item = fc.oneof(
    fc.record({ id, price: fc.integer({ min: 0, max: 3 }), tags: fc.array(fc.constantFrom('a', 'b', 'c')) }),
    fc.constantFrom<unknown>('a', 'b', 1, null, true),
    fc.record({ price: fc.integer({ min: 0, max: 3 }) }),
  )
  const value = fc.oneof(
    fc.array(item, { maxLength: 20 }),
    fc.record({ ads: fc.array(item, { maxLength: 8 }), more: json }),
    json,
  )
  fc.assert(
    fc.property(value, value, (before, after) => {
      const plain = (one: unknown) => JSON.parse(JSON.stringify(one)) as unknown
      patchAndApply(plain(before), plain(after))
    }),
    { numRuns: 2_000 },
  )
})
