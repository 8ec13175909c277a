// Reads the amount and the date of a round if the site shows them to all visitors. A hidden value is absent from the
// page.
import { currencyCode } from '@quarry/kit/read/currency-code'
import { toDate } from '@quarry/kit/read/dates'
import { toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asText, at } from '@quarry/kit/read/values'
import type { OpenFields } from './round-records.ts'

/** `{value, currency, value_usd}`; null without an amount. */
export function toMoney(value: unknown): OpenFields['money_raised'] {
  const amount = toNumber(at(value, 'value'))
  if (amount === null || amount < 0) return null
  const currency = currencyCode(asText(at(value, 'currency')))
  const usd = toNumber(at(value, 'value_usd'))
  return { amount, currency, usd: usd ?? (currency === 'USD' ? amount : null) }
}

/** A date, or `{value, precision}`. */
export const toAnnounced = (value: unknown): string | null => toDate(at(value, 'value') ?? value)

/** The first of the objects that shows the field. */
export const findShown = (name: string, ...holders: readonly (JsonObject | null)[]): unknown =>
  holders.map((holder) => holder?.[name]).find((value) => value !== undefined && value !== null)
