// Prices as pages write them, and texts that are not exactly one price.
import { describe, expect, test } from 'vitest'
import { toPrice } from './prices.ts'

describe('toPrice', () => {
  test.each([
    ['1 234,56 €', 1234.56, 'EUR'],
    ['1\u00a0234,56\u00a0€', 1234.56, 'EUR'],
    ['1\u202f234\u202f567,89 €', 1234567.89, 'EUR'],
    ['$1,234.56', 1234.56, 'USD'],
    ['US$ 1,234', 1234, 'USD'],
    ['1.234,56 EUR', 1234.56, 'EUR'],
    ['EUR 12.5', 12.5, 'EUR'],
    ['€12', 12, 'EUR'],
    ['12€50', 12.5, 'EUR'],
    ["1'234.50 CHF", 1234.5, 'CHF'],
    ['£0.999', 0.999, 'GBP'],
    ['1.234', 1234, null],
    ['1.234.567', 1234567, null],
    ['12,5', 12.5, null],
    ['-3,20 €', -3.2, 'EUR'],
    ['119.99', 119.99, null],
    ['0', 0, null],
  ])('reads %s', (text, amount, currency) => {
    expect(toPrice(text)).toEqual({ amount, currency })
  })

  test('takes a number as it is', () => {
    expect(toPrice(4.2)).toEqual({ amount: 4.2, currency: null })
  })

  test.each([
    '',
    'free',
    'from 12',
    '12 left',
    '1,23,4',
    '1.2.3',
    '12 - 15 €',
    '12 € / kg',
    '1 2 3 4,5,6',
    null,
    {},
    Number.NaN,
    'x'.repeat(1e5),
  ])('is null for %s', (value) => {
    expect(toPrice(value)).toBeNull()
  })
})
