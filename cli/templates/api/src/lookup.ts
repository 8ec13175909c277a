// The lookup of one item from a JSON API: parameters, record and price, and the reader of its response.
import { endpoint, found, type Page, pageChanged, provider, type Site, upstreamApi } from '@quarry/kit'
import { hasForm } from '@quarry/kit/read/has-form'
import { jsonObject } from '@quarry/kit/read/json-answer'
import { toNumber } from '@quarry/kit/read/numbers'
import { asText } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import { nullable, number, object, type Static, text } from '@quarry/kit/schema'

const api = upstreamApi({
  name: 'my-source-api',
  title: 'My source API',
  hosts: ['api.my-source.example'],
  licence: 'CC0-1.0',
  credit: 'My source',
  homepage: 'https://my-source.example',
  rateLimit: { perSecond: 2 },
  // With a key: credentials: { env: 'MY_SOURCE_KEY', header: 'x-api-key' }
})

const record = object({
  id: text('7'),
  name: text('Copper lantern 7'),
  price: nullable(number(24.5)),
})

/** The documented form of a response: a field of another type is a changed API, not a missing value. */
const form = { id: 'scalar', name: 'text', price: 'scalar' } as const

/** Reads a response. It has no state and does no I/O. */
export function readItem(page: Page) {
  assertReadable(page)
  const response = jsonObject(page)
  if (!hasForm(response, form)) throw pageChanged('an answer of another form')
  const id = asText(response?.id)
  const name = asText(response?.name)
  if (id === null || name === null) throw pageChanged('no id or no name')
  return found<Static<typeof record>>({ id, name, price: toNumber(response?.price) }, { form: 'json' })
}

const reading = { page: (id: string, site: Site) => site.url(`/v1/items/${id}`), extract: readItem }

export const lookup = endpoint({
  method: 'GET',
  path: '/v2/my_source/item',
  credits: 1,
  notFound: 'billed',
  summary: 'Item',
  description: 'One item, by its number.',
  example: { query: '7' },
  params: object({
    query: text('7', { description: 'The number of an item.', pattern: '^\\d{1,9}$' }),
  }),
  record,
  parse: ({ query }) => String(Number(query)),
  // The sandbox site answers as the API does, so one reader serves both.
  providers: [provider(reading), provider({ ...reading, api })],
})
