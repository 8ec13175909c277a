// Upstream APIs that a provider reads together: how they are listed, and what each needs in the configuration.
import { found } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { object, text } from '@quarry/kit/schema'
import type { Source } from '@quarry/kit/source'
import type { UpstreamApi } from '@quarry/kit/upstream-api'
import { expect, test } from 'vitest'
import { loadConfig } from '../../platform/config/config.ts'
import { describeSources } from './describe-sources.ts'

const about = { licence: 'ODbL-1.0', credit: 'Everyone', homepage: 'https://names.test', rateLimit: {} }
const names: UpstreamApi = {
  ...about,
  name: 'names',
  title: 'Names',
  hosts: ['names.test'],
  needsContact: true,
}
const keyed: UpstreamApi = {
  ...about,
  name: 'keyed',
  title: 'Keyed',
  hosts: ['keyed.test'],
  credentials: { env: 'KEYED_API_KEY', header: 'authorization' },
}
const prices: UpstreamApi = { ...about, name: 'prices', title: 'Prices', hosts: ['prices.test'] }

const shopReading = (also: readonly UpstreamApi[]): Source => ({
  name: 'shop',
  title: 'Shop',
  module: import.meta.url,
  site: 'https://www.shop.example',
  endpoints: [
    {
      method: 'GET',
      path: '/v2/shop/item',
      credits: 1,
      notFound: 'billed',
      summary: 'Item',
      description: 'One item.',
      example: { query: 'lamp' },
      params: object({ query: text('lamp') }),
      record: object({}),
      parse: () => null,
      providers: [
        provider<unknown, unknown>({
          api: prices,
          otherApis: also,
          page: () => 'https://prices.test/',
          extract: () => found({}, { form: 'json' }),
        }),
      ],
    },
  ],
  sandbox: async () => () => ({ body: '' }),
})

const load = (also: readonly UpstreamApi[], env: Record<string, string>) =>
  loadConfig({ QUARRY_DATA: 'open', ...env }, describeSources([shopReading(also)]))

test('an API that is read together with another can be configured, and needs a contact', () => {
  expect(
    describeSources([shopReading([names])]).apis.map(({ name, companions }) => ({ name, companions })),
  ).toEqual([
    { name: 'prices', companions: ['names'] },
    { name: 'names', companions: [] },
  ])
  expect(() => load([names], {})).toThrow(
    'QUARRY_CONTACT is not set, but names must be able to reach the operator',
  )
  expect(load([names], { QUARRY_CONTACT: 'ops@example.org' }).providersByPath).toEqual({
    '/v2/shop/item': ['prices'],
  })
})

test('an API that is read together with one that lacks its key is not called', () => {
  expect(load([keyed], {}).providersByPath).toEqual({ '/v2/shop/item': [] })
  expect(load([keyed], { KEYED_API_KEY: 'k' }).providersByPath).toEqual({ '/v2/shop/item': ['prices'] })
})
