// Fields that interfaces redact: gone at every depth, and nothing is let through that cannot be looked into.
import { expect, test } from 'vitest'
import { dropFields } from './drop-fields.ts'

const page = (body: string) => ({
  url: 'https://a.example/',
  status: 200,
  contentType: 'application/json',
  body,
})
const drop = dropFields('owner', 'people')

test('named fields go at every depth, whatever they hold, and the rest stays', () => {
  const given = {
    owner: 'Jo',
    items: [{ price: 1, owner: null, at: { people: [{ name: 'Jo' }], id: 2 } }],
    total: 1,
  }
  const { body, ...head } = drop(page(JSON.stringify(given)))
  expect(JSON.parse(body)).toEqual({ items: [{ price: 1, at: { id: 2 } }], total: 1 })
  expect(head).toEqual({ url: 'https://a.example/', status: 200, contentType: 'application/json' })
})

test.each(['', '{"owner":"Jo', '<html>Jo</html>', '"Jo"'])('%s cannot be redacted', (body) => {
  expect(() => drop(page(body))).toThrow()
})
