// The clients of bench/hostile-load.ts in one process: sites that serve hostile pages, an account whose lookups read
// these pages, and a key without credits that posts hostile bodies. Requests are built before they are sent.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sources } from '@quarry/sources'
import { Client } from 'undici'
import { hostileBodies } from '../server/test/support/hostile-bodies.ts'
import { pageSizes, slowPages } from './hostile-pages.ts'

export type SourceSites = Record<string, { site: string; allow_private: true; robots: false }>
export type ClientCommand =
  | { kind: 'target'; port: number; richKey: string; readers: number }
  /** `body` is an index into hostileBodies; null sends none. */
  | { kind: 'attack'; body: number | null; key: string; ms: number }
export type AttackResult = { sent: number; statuses: number[]; read: number }

type ClientRequest = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: Buffer }
type Page = { content: Buffer; type: string }
type PageLookup = { source: string; name: string; request: ClientRequest; page: Page }

const connections = 4
const servedPages = new Map<string, Page>()
const siteHosts = new Map<string, string>()

/** Starts one site per source, so that concurrent lookups of different sources get different pages. */
async function startSites(): Promise<SourceSites> {
  const sites: SourceSites = {}
  for (const { name, site } of sources) {
    const server = createServer((_request, response) => {
      const { content, type } = servedPages.get(name) ?? { content: Buffer.alloc(0), type: 'text/html' }
      response.writeHead(200, { 'content-type': type, 'content-length': content.length }).end(content)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    sites[name] = { site: `http://127.0.0.1:${port}`, allow_private: true, robots: false }
    siteHosts.set(name, new URL(site.replace('{domain}', 'fr')).host)
  }
  return sites
}

function buildPost(path: string, key: string, type: string, body: string): ClientRequest {
  return {
    method: 'POST',
    path,
    headers: { 'x-api-key': key, 'content-type': type },
    body: Buffer.from(body),
  }
}

/** Every page in every size for every endpoint, shuffled the same way on every run. */
function buildLookups(key: string): PageLookup[] {
  const pages = slowPages.flatMap(({ name, of }) =>
    pageSizes.map((size) => {
      const content = of(size)
      const type = /^[[{]/.test(content) ? 'application/json' : 'text/html'
      return {
        name: `${(size / 1e6).toFixed(2)} MB of ${name}`,
        page: { content: Buffer.from(content), type },
      }
    }),
  )
  const lookups = sources.flatMap((source) =>
    source.endpoints.flatMap(({ method, path, example }) => {
      const body = JSON.stringify(example).replaceAll(siteHosts.get(source.name) ?? '', '127.0.0.1')
      const query = new URLSearchParams(
        Object.entries(JSON.parse(body)).map(([name, value]): [string, string] => [name, String(value)]),
      )
      const request: ClientRequest =
        method === 'POST'
          ? buildPost(path, key, 'application/json', body)
          : { method: 'GET', path: `${path}?${query}`, headers: { 'x-api-key': key } }
      return pages.map(({ name, page }) => ({ source: source.name, name: `${path} ${name}`, request, page }))
    }),
  )
  return lookups
    .map((lookup, n) => ({ lookup, order: (n * 2_654_435_761) % 2 ** 32 }))
    .sort((a, b) => a.order - b.order)
    .map(({ lookup }) => lookup)
}

async function send(client: Client, request: ClientRequest): Promise<number> {
  const { statusCode, body } = await client.request({ ...request, body: request.body ?? null })
  await body.dump()
  return statusCode
}

const sites = await startSites()
let origin = ''
let readerLookups: PageLookup[][] = []
let nextLookups: number[] = []

async function attack({ body, key, ms }: Extract<ClientCommand, { kind: 'attack' }>): Promise<AttackResult> {
  const until = performance.now() + ms
  const statuses = new Set<number>()
  const hostile = body === null ? undefined : hostileBodies[body]
  const post = hostile && buildPost(hostile.path, key, hostile.type, hostile.body)
  let sent = 0
  let read = 0
  const postBodies = async (request: ClientRequest) => {
    const client = new Client(origin)
    while (performance.now() < until) {
      statuses.add(await send(client, request))
      sent += 1
    }
    await client.close()
  }
  const readPages = async (lookups: PageLookup[], reader: number) => {
    const client = new Client(origin)
    while (performance.now() < until) {
      const index = (nextLookups[reader] ?? 0) % lookups.length
      nextLookups[reader] = index + 1
      const { source, name, request, page } = lookups[index] as PageLookup
      servedPages.set(source, page)
      const status = await send(client, request)
      read += 1
      if (![200, 404, 500].includes(status)) throw new Error(`${name}: status ${status}`)
    }
    await client.close()
  }
  const senders = post ? Array.from({ length: connections }, () => postBodies(post)) : []
  await Promise.all([...senders, ...readerLookups.map(readPages)])
  return { sent, statuses: [...statuses], read }
}

process.on('message', async (command: ClientCommand) => {
  if (command.kind === 'attack') {
    process.send?.(await attack(command))
    return
  }
  const { port, richKey, readers } = command
  origin = `http://127.0.0.1:${port}`
  const names = sources.map(({ name }) => name)
  const lookups = readers > 0 ? buildLookups(richKey) : []
  readerLookups = Array.from({ length: readers }, (_, reader) =>
    lookups.filter(({ source }) => names.indexOf(source) % readers === reader),
  )
  nextLookups = readerLookups.map(() => 0)
  process.send?.('ready')
})
process.on('disconnect', () => process.exit(0))
process.send?.(sites)
