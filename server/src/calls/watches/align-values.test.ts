// Fields that a version adds or removes do not count as changes; everything else does.
import { integer, list, nullable, object, optional, text } from '@quarry/kit/schema'
import { expect, test } from 'vitest'
import { alignValues, listRequiredFields } from './align-values.ts'
import { createPatch } from './json-patch.ts'

const schema = object({
  name: text('a'),
  price: nullable(object({ amount: integer(1), currency: text('EUR') })),
  results: list(object({ title: text('t'), rank: integer(1), label: optional(text('x')) })),
})
const requiredFields = new Set(listRequiredFields(schema))
const patch = (before: unknown, after: unknown, path = '') =>
  createPatch(...alignValues(before, after, { requiredFields, path }))

test('the paths of required fields, also inside objects and items', () => {
  expect([...requiredFields]).toEqual([
    ...['name', 'price', 'price.amount', 'price.currency', 'results', 'results.title', 'results.rank'],
  ])
})

const old = { name: 'A', price: { amount: 1 }, results: [{ title: 'x' }, { title: 'y' }] }
const current = {
  name: 'A',
  price: { amount: 1, currency: 'EUR' },
  results: [
    { title: 'x', rank: 1 },
    { title: 'y', rank: 2 },
  ],
}

test('a new field is not a change: at the top, nested and in list items, in either direction', () => {
  const { name: _, ...older } = old
  for (const before of [old, older, { name: 'A' }, {}]) {
    expect(patch(before, current)).toEqual([])
    expect(patch(current, before)).toEqual([])
  }
})

test('fields that both have are still compared', () => {
  expect(patch(old, { ...current, name: 'B', price: { amount: 2, currency: 'EUR' } })).toEqual([
    { op: 'replace', path: '/name', value: 'B' },
    { op: 'replace', path: '/price/amount', value: 2 },
  ])
  const [x, y] = current.results
  expect(patch(old, { ...current, results: [y, x] })).toEqual([
    { op: 'move', from: expect.any(String), path: expect.any(String) },
  ])
  expect(patch(old, { ...current, results: [x] })).toEqual([{ op: 'remove', path: '/results/1' }])
})

test('an object that was null, and a list that was empty, are changes', () => {
  expect(patch({ ...old, price: null }, current)).toContainEqual({
    op: 'replace',
    path: '/price',
    value: current.price,
  })
  expect(patch({ ...old, results: [] }, current)).toHaveLength(2)
})

test('optional fields and fields that no schema names may come and go', () => {
  const label = { op: 'add', path: '/results/0/label', value: 'x' }
  const results = [{ title: 'x', label: 'x' }, { title: 'y' }]
  expect(patch(old, { ...old, results })).toEqual([label])
  expect(patch({ ...old, extra: 1 }, old)).toEqual([{ op: 'remove', path: '/extra' }])
})

test('values of selected fields have the path of their list', () => {
  expect(patch([{ title: 'x' }], [{ title: 'x', rank: 1 }], 'results')).toEqual([])
})
