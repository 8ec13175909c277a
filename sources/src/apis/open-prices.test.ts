// Answers of Open Prices name the reporter and the receipt of a price: neither is stored, and the record is the same
// without them.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openPrices, readNewestPrice } from './open-prices.ts'

const fixture = new URL('../retailer_a/fixtures/open-prices.json', import.meta.url)

test('a stored price contains no person', () => {
  const response = JSON.parse(readFileSync(fixture, 'utf8'))
  const [item] = response.items
  Object.assign(item, { owner: 'wfernsby', proof: { id: 7, owner: 'wfernsby', file_path: '0/a.jpg' } })
  const page = {
    url: 'https://prices.openfoodfacts.org/api/v1/prices',
    status: 200,
    contentType: 'application/json',
    body: JSON.stringify(response),
  }
  const stored = openPrices.redact?.(page) ?? page
  expect(stored.body).not.toMatch(/fernsby|a\.jpg/)
  expect(readNewestPrice(stored, item.product_code, null)).toEqual(
    readNewestPrice(page, item.product_code, null),
  )
})
