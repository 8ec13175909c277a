// Everybody who troubles the server of bench/hostile-mix, in one process of its own: the sites with the hostile pages,
// the account whose lookups have them read one after the other, and the key without credits. As light as can be: what
// is sent was made before, and goes out on plain sockets.
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { sources } from '@quarry/sources'
import { hostileBodies } from '../server/test/support/hostile-bodies.ts'
import { contentTypeOf, hostilePages, pageSizes } from './hostile-page-kinds.ts'

export type SiteOf = Record<string, { site: string; allow_private: true; robots: false }>
export type Order =
  | { kind: 'target'; port: number; rich: string; readers: number }
  /** `body` is an index; null where nobody attacks. */
  | { kind: 'attack'; body: number | null; key: string; ms: number }
export type Done = { sent: number; statuses: number[]; read: number }

const connections = 4

type Asked = { source: string; name: string; request: Buffer; page: Buffer; type: string }

const pageOf = new Map<string, { page: Buffer; type: string }>()

/** One site for each source, so that two lookups at once can be given each its own page. */
async function startSites(): Promise<SiteOf> {
  const sites: SiteOf = {}
  for (const { name, site } of sources) {
    const server = createServer((_request, response) => {
      const { page, type } = pageOf.get(name) ?? { page: Buffer.alloc(0), type: 'text/html' }
      response.writeHead(200, { 'content-type': type, 'content-length': page.length }).end(page)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    sites[name] = { site: `http://127.0.0.1:${port}`, allow_private: true, robots: false }
    hostOf.set(name, new URL(site.replace('{domain}', 'fr')).host)
  }
  return sites
}

const hostOf = new Map<string, string>()

function request(method: string, path: string, key: string, type: string, body: string): Buffer {
  const content = Buffer.from(body)
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: quarry',
    `x-api-key: ${key}`,
    ...(method === 'POST' ? [`content-type: ${type}`, `content-length: ${content.length}`] : []),
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), content])
}

/** Every page and size for every endpoint, in an order that looks like none and is the same each time. */
function allLookups(key: string): Asked[] {
  const pages = hostilePages.flatMap(({ name, of }) =>
    pageSizes.map((size) => {
      const page = of(size)
      return {
        name: `${(size / 1e6).toFixed(2)} MB of ${name}`,
        page: Buffer.from(page),
        type: contentTypeOf(page),
      }
    }),
  )
  const asked = sources.flatMap((source) =>
    source.endpoints.flatMap(({ method, path, example }) => {
      const here = JSON.stringify(example).replaceAll(hostOf.get(source.name) ?? '', '127.0.0.1')
      const query = new URLSearchParams(
        Object.entries(JSON.parse(here)).map(([name, value]): [string, string] => [name, String(value)]),
      )
      const sent =
        method === 'POST'
          ? request(method, path, key, 'application/json', here)
          : request(method, `${path}?${query}`, key, '', '')
      return pages.map(({ name, page, type }) => ({
        source: source.name,
        name: `${path} ${name}`,
        request: sent,
        page,
        type,
      }))
    }),
  )
  return asked
    .map((one, n) => ({ one, at: (n * 2_654_435_761) % 2 ** 32 }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

/** One connection that is sent a request after the other, each as soon as the last was answered. */
function caller(port: number) {
  let socket: Socket | null = null
  let heard = Buffer.alloc(0)
  let answered: (status: number) => void = () => {}
  const open = () => {
    const opened = connect({ port, host: '127.0.0.1', noDelay: true })
    opened.on('data', (chunk) => {
      heard = heard.length === 0 ? chunk : Buffer.concat([heard, chunk])
      const end = heard.indexOf('\r\n\r\n')
      if (end === -1) return
      const head = heard.toString('latin1', 0, end)
      if (heard.length < end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)) return
      heard = Buffer.alloc(0)
      answered(Number(head.slice(9, 12)))
    })
    opened.on('error', () => {})
    opened.on('close', () => {
      if (socket === opened) socket = null
      heard = Buffer.alloc(0)
      answered(0)
    })
    return opened
  }
  return {
    ask: (bytes: Buffer) =>
      new Promise<number>((resolve) => {
        answered = resolve
        socket ??= open()
        socket.write(bytes)
      }),
    close: () => socket?.destroy(),
  }
}

const sites = await startSites()
let port = 0
let lookups: Asked[][] = []
let nextLookup: number[] = []

async function attack({ body, key, ms }: Extract<Order, { kind: 'attack' }>): Promise<Done> {
  const until = performance.now() + ms
  const statuses = new Set<number>()
  const hostile = body === null ? undefined : hostileBodies[body]
  const done: Done = { sent: 0, statuses: [], read: 0 }
  const send = async (bytes: Buffer) => {
    const { ask, close } = caller(port)
    while (performance.now() < until) {
      statuses.add(await ask(bytes))
      done.sent += 1
    }
    close()
  }
  const read = async (mine: Asked[], reader: number) => {
    const { ask, close } = caller(port)
    while (performance.now() < until) {
      const at = (nextLookup[reader] ?? 0) % mine.length
      nextLookup[reader] = at + 1
      const { source, name, request: bytes, ...given } = mine[at] as Asked
      pageOf.set(source, given)
      const status = await ask(bytes)
      done.read += 1
      if (status !== 200 && status !== 404 && status !== 500)
        throw new Error(`${name}: ${status} to ${bytes.toString('latin1', 0, 200)}`)
    }
    close()
  }
  const bytes = hostile && request('POST', hostile.path, key, hostile.type, hostile.body)
  const senders = bytes ? Array.from({ length: connections }, () => send(bytes)) : []
  await Promise.all([...senders, ...lookups.map(read)])
  return { ...done, statuses: [...statuses] }
}

process.on('message', async (order: Order) => {
  if (order.kind === 'target') {
    port = order.port
    const all = allLookups(order.rich)
    const names = sources.map(({ name }) => name)
    lookups = Array.from({ length: order.readers }, (_, reader) =>
      all.filter(({ source }) => names.indexOf(source) % order.readers === reader),
    )
    nextLookup = lookups.map(() => 0)
    process.send?.('ready')
    return
  }
  process.send?.(await attack(order))
})
process.on('disconnect', () => process.exit(0))
process.send?.(sites)
