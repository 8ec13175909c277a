// JSON answers: which bodies are one, and the removal of fields at every depth.
import { expect, test } from 'vitest'
import { dropFields, jsonAnswer } from './json-answer.ts'

test('an object or a list is an answer, behind white space and a byte order mark too', () => {
  expect(jsonAnswer('{"a":1}')).toEqual({ a: 1 })
  expect(jsonAnswer('\n [1]')).toEqual([1])
  expect(jsonAnswer('\ufeff{"a":1}')).toEqual({ a: 1 })
})

test('a page, a scalar and broken JSON are not JSON answers', () => {
  for (const body of ['<html>{"a":1}</html>', '1', '"a"', '', '{"a":', '[1'])
    expect(jsonAnswer(body), body).toBe(undefined)
})

const page = (body: string) => ({
  url: 'https://a.example/',
  status: 200,
  contentType: 'application/json',
  body,
})
const drop = dropFields('owner', 'people')

test('named fields go at every depth, whatever they hold, and the rest stays', () => {
  const answer = {
    owner: 'Jo',
    items: [{ price: 1, owner: null, at: { people: [{ name: 'Jo' }], id: 2 } }],
    total: 1,
  }
  const { body, ...head } = drop(page(JSON.stringify(answer)))
  expect(JSON.parse(body)).toEqual({ items: [{ price: 1, at: { id: 2 } }], total: 1 })
  expect(head).toEqual({ url: 'https://a.example/', status: 200, contentType: 'application/json' })
})

test.each(['', '{"owner":"Jo', '<html>Jo</html>', '"Jo"'])('%s cannot be redacted', (body) => {
  expect(() => drop(page(body))).toThrow()
})
