// Search results of the sneaker market against a schema written from the specification (2.3).
import { closed, matching, maybe, maybeText, maybeUrl, text } from '@quarry/kit/testing/record-schema'
import { expect, test } from 'vitest'
import { surveyRecords } from '../testing/record-survey.ts'
import { sneakermarket } from './index.ts'
import { ids, makeSneaker } from './sandbox/sandbox.ts'

const results = {
  type: 'array',
  minItems: 1,
  maxItems: 100,
  items: closed({
    id: text,
    slug: matching('^[a-z0-9]+(-[a-z0-9]+)*$'),
    name: text,
    sku: maybe(matching('^[A-Z]{2}\\d{4}-\\d{3}$')),
    category: maybeText,
    brand: maybeText,
    image: maybeUrl,
    colorway: maybeText,
  }),
}

test('200 searches by SKU, slug, name and brand have every field with its type', async () => {
  const words = ['canyon runner', 'harbour low', 'slate', 'sandals', 'boots', 'ember', 'olive', 'night shift']
  const some = Array.from({ length: ids.count / 15 }, (_, i) => makeSneaker(i * 15))
  const lookups = [
    ...words,
    ...new Set(some.map(({ brand }) => brand)),
    ...some.slice(0, 100).map(({ sku }) => sku),
    ...some.slice(100, 200).map(({ slug }) => slug),
  ].map((query) => ({ query }))
  const records = (await surveyRecords({
    source: sneakermarket,
    path: '/v2/sneakermarket/search',
    lookups,
    schema: results,
  })) as { id: string; sku: string }[][]
  const itemIds = records.flat().map(({ id }) => id)
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  // A sneaker has the same id in every form.
  expect(itemIds.filter((id) => !uuid.test(id))).toEqual([])
  expect(records.slice(-200).every((found) => found.length === 1)).toBe(true)
})
