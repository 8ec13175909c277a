// Forms of JSON: present values must have the declared type at every depth; values may be missing.
import { expect, test } from 'vitest'
import { buildForm, type Form, hasForm } from './has-form.ts'

const form: Form = {
  ...buildForm('text', ['name', 'note']),
  id: 'scalar',
  isOpen: 'flag',
  tags: ['text'],
  places: [{ city: { name: 'text' } }],
}

test.each<[string, unknown]>([
  ['all of it', { name: 'a', id: 7, isOpen: false, tags: ['b'], places: [{ city: { name: 'c' } }] }],
  ['an id in either kind', { id: '7' }],
  ['nothing', {}],
  ['nulls', { name: null, tags: null, places: [null, { city: null }] }],
  ['more than is named', { other: [1], places: [{ city: { zip: 5 } }] }],
  ['nothing at all', undefined],
])('%s has the form', (_, value) => {
  expect(hasForm(value, form)).toBe(true)
})

test.each<[string, unknown]>([
  ['a text that is an object', { name: { en: 'a' } }],
  ['a text that is a number', { name: 5 }],
  ['an id that is a flag', { id: true }],
  ['a flag in words', { isOpen: 'yes' }],
  ['a list that is a text', { tags: 'b' }],
  ['one of many', { tags: ['b', 5] }],
  ['a part that is a text, deep inside', { places: [{ city: 'c' }] }],
  ['a list in the place of a part', { places: [{ city: ['c'] }] }],
  ['a list in the place of all', [form]],
  ['a text in the place of all', 'x'],
])('%s does not have the form', (_, value) => {
  expect(hasForm(value, form)).toBe(false)
})

test('inherited properties are not fields', () => {
  expect(hasForm({}, buildForm('text', ['toString']))).toBe(true)
})
