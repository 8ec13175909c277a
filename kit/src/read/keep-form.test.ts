// Reducing JSON to its form: nothing passes that the form does not name, at any depth.
import { expect, test } from 'vitest'
import { buildForm, type Form } from './has-form.ts'
import { keepForm } from './keep-form.ts'

const form: Form = { name: 'text', id: 'scalar', tags: ['text'], places: [{ city: { name: 'text' } }] }

test('fields that the form does not name are left out at every depth', () => {
  const places = [{ city: { name: 'c', mayor: 'Ann' }, owner: 'Ann' }]
  expect(keepForm({ id: 7, owner: 'Ann', places, tags: ['t'] }, form)).toEqual({
    id: 7,
    tags: ['t'],
    places: [{ city: { name: 'c' } }],
  })
})

test('fields come in the order of the form; missing ones stay missing and null stays null', () => {
  const kept = keepForm({ places: [null, { city: null }], id: null, name: 'a' }, form)
  expect(JSON.stringify(kept)).toBe('{"name":"a","id":null,"places":[null,{"city":null}]}')
})

test.each<[string, unknown]>([
  ['a text that is an object', { name: { en: 'a' } }],
  ['a list of objects instead of texts', { tags: [{ owner: 'Ann' }] }],
  ['a part that is a list', { places: [{ city: [{ owner: 'Ann' }] }] }],
  ['a list', [{ name: 'a' }]],
  ['a text', 'a'],
  ['nothing', undefined],
])('%s gives null', (_, value) => {
  expect(keepForm(value, form)).toBeNull()
})

test('inherited properties are not fields', () => {
  expect(keepForm({}, buildForm('text', ['toString']))).toEqual({})
})
