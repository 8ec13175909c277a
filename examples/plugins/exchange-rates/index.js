// Reference exchange rates of the European Central Bank, from the open API of Frankfurter: https://frankfurter.dev
import {
  defineSource,
  endpoint,
  found,
  invalidParameter,
  pageChanged,
  provider,
  upstreamApi,
} from '@quarry/kit'
import { hasForm } from '@quarry/kit/read/has-form'
import { jsonObject } from '@quarry/kit/read/json-answer'
import { toNumber } from '@quarry/kit/read/numbers'
import { asText, at } from '@quarry/kit/read/values'
import { number, object, optional, text } from '@quarry/kit/schema'

const api = upstreamApi({
  name: 'frankfurter',
  title: 'Frankfurter',
  hosts: ['api.frankfurter.dev'],
  licence: 'LicenseRef-ECB-reuse',
  credit: 'European Central Bank, by Frankfurter',
  homepage: 'https://frankfurter.dev',
  rateLimit: { perSecond: 2 },
})

/** `{"amount":1.0,"base":"EUR","date":"2026-11-17","rates":{"USD":1.08}}` */
const form = { base: 'text', date: 'text', rates: {} }

function extract(page, { quote }) {
  const response = jsonObject(page)
  if (response === null || !hasForm(response, form)) throw pageChanged('an answer of another form')
  const base = asText(response.base)
  const date = asText(response.date)
  const rate = toNumber(at(response.rates, quote))
  if (base === null || date === null || rate === null) throw pageChanged('no rate')
  return found({ base, quote, rate, date }, { form: 'json', observedAt: date })
}

// The API answers 404 for a currency or a day that it does not have, which the kit reads as "not found".
const reading = {
  page: ({ base, quote, date }, site) => site.url(`/v1/${date}?base=${base}&symbols=${quote}`),
  extract,
}

function readCurrency(name, value) {
  const code = value.trim().toUpperCase()
  if (!/^[A-Z]{3}$/.test(code)) throw invalidParameter(name, 'must be a currency code such as EUR')
  return code
}

const currency = (example, description) => text(example, { description, minLength: 3, maxLength: 3 })

const rate = endpoint({
  method: 'GET',
  path: '/v2/exchange/rate',
  credits: 1,
  notFound: 'free',
  summary: 'Exchange rate',
  description: 'The reference rate of two currencies, of today or of a day in the past.',
  example: { base: 'EUR', quote: 'USD' },
  params: object({
    base: currency('EUR', 'The currency to convert from.'),
    quote: currency('USD', 'The currency to convert to.'),
    date: optional(
      text('2026-11-17', { description: 'A day as YYYY-MM-DD.', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    ),
  }),
  record: object({
    base: text('EUR'),
    quote: text('USD'),
    rate: number(1.08),
    date: text('2026-11-17', { format: 'date' }),
  }),
  parse({ base, quote, date = 'latest' }) {
    const query = { base: readCurrency('base', base), quote: readCurrency('quote', quote), date }
    if (query.base === query.quote) throw invalidParameter('quote', 'must be another currency than base')
    return query
  },
  // The sandbox site answers as the API does, so one reader serves both.
  providers: [provider(reading), provider({ ...reading, api })],
})

/** Invented rates, in units per euro. */
const perEuro = { EUR: 1, USD: 1.08, GBP: 0.86, JPY: 163.2 }

const sandbox = ({ url, now }) => {
  const contentType = 'application/json'
  const day = /^\/v1\/(latest|\d{4}-\d{2}-\d{2})$/.exec(url.pathname)?.[1]
  const [base, quote] = ['base', 'symbols'].map((name) => url.searchParams.get(name) ?? '')
  if (day === undefined || !(base in perEuro) || !(quote in perEuro))
    return { status: 404, contentType, body: '{"message":"not found"}' }
  const date = day === 'latest' ? now.toISOString().slice(0, 10) : day
  const value = Number((perEuro[quote] / perEuro[base]).toFixed(4))
  return { contentType, body: JSON.stringify({ amount: 1, base, date, rates: { [quote]: value } }) }
}

export default defineSource({
  name: 'exchange',
  title: 'Exchange rates',
  module: import.meta.url,
  site: 'https://api.frankfurter.dev',
  endpoints: [rate],
  sandbox: async () => sandbox,
})
