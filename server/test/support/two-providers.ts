// A source with a site and two upstream APIs, and local servers that replace all three, so that a test sees which
// provider is called, when, and with what.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endpoint } from '@quarry/kit/endpoint'
import { found, type Page, pageChanged } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { nullable, object, text } from '@quarry/kit/schema'
import type { Source } from '@quarry/kit/source'
import type { UpstreamApi } from '@quarry/kit/upstream-api'

const about = {
  licence: 'ODbL-1.0',
  credit: 'Goods by everyone',
  homepage: 'https://goods.test',
  rateLimit: {},
}

export const goods: UpstreamApi = {
  ...about,
  name: 'goods',
  title: 'Goods',
  hosts: ['api.goods.test', 'www.goods.test'],
}

export const keyed: UpstreamApi = {
  ...about,
  name: 'keyed',
  title: 'Keyed',
  licence: 'proprietary',
  hosts: ['api.keyed.test'],
  credentials: { env: 'KEYED_API_KEY', query: 'apikey' },
  retentionSeconds: 0,
}

type Item = { name: string; colour: string | null }

function read(page: Page) {
  const { name, colour = null } = JSON.parse(page.body || '{}') as { name?: string; colour?: string }
  if (name === undefined) throw pageChanged('no item')
  return { name, colour }
}

const item = endpoint({
  method: 'GET',
  path: '/v2/shop/item',
  credits: 3,
  notFound: 'billed',
  summary: 'Item',
  description: 'One item.',
  example: { query: 'lamp' },
  params: object({ query: text('lamp', { description: 'The name of an item.' }) }),
  record: object({ name: text('lamp'), colour: nullable(text('amber')) }),
  parse: ({ query }, addresses) => (query.startsWith('https:') ? addresses.read(query, 'query') : query),
  providers: [
    provider<string, Item>({
      page: (name, site) => site.url(`/items/${name}`),
      extract: (page) => found(read(page), { form: 'json' }),
    }),
    provider<string, Item>({
      api: goods,
      address: ({ url }) => /^\/item\/(\w+)$/.exec(url.pathname)?.[1] ?? null,
      addressForm: 'the URL of an item (/item/<name>)',
      addressHosts: ['*.goods.test'],
      page: (name) => `https://api.goods.test/v1/${name}`,
      extract: (page, name) =>
        found(read(page), { form: 'goods', source: `https://www.goods.test/item/${name}` }),
    }),
    provider<string, Item>({
      api: keyed,
      cannotAnswer: (name) =>
        name === 'unserved' ? { parameter: 'query', problem: 'is not known to keyed by this name' } : null,
      page: (name) => `https://api.keyed.test/find?q=${name}`,
      extract: (page) => found(read(page), { form: 'keyed' }),
    }),
  ],
})

export const shop: Source = {
  name: 'shop',
  title: 'Shop',
  module: import.meta.url,
  site: 'https://www.shop.example',
  endpoints: [item],
  sandbox: async () => () => ({ body: '{"name":"pretend"}', contentType: 'application/json' }),
}

export type Replica = {
  origin: string
  /** The requested URLs. */
  requestUrls: string[]
  respondWith: (handler: (request: IncomingMessage, response: ServerResponse) => void) => void
  close: () => Promise<void>
}

/** A local server in the role of a site or an upstream API. */
export async function startReplica(): Promise<Replica> {
  const requestUrls: string[] = []
  let respond: Parameters<Replica['respondWith']>[0] = (_request, response) => response.writeHead(404).end()
  const server = createServer((request, response) => {
    requestUrls.push(request.url ?? '')
    respond(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestUrls,
    respondWith(handler) {
      respond = handler
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Ends the pause of every provider that answered 429. */
export const endRests = ({
  database,
}: {
  database: { pool: { query: (text: string) => Promise<unknown> } }
}) => database.pool.query('update provider_bookings set paused_until = null')

export const sends =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
