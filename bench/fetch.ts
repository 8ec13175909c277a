// The cost of the guarded fetch: pages per second through upstream `get` and through bare undici, on the same Unix
// socket in one run; and the growth of memory while 50 callers fetch decompression bombs and endless pages.
// Run: npx tsx bench/fetch.ts [seconds per round]
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Page } from '@quarry/kit/outcome'
import { Agent } from 'undici'
import type { SourceAccess } from '../server/src/fetching/source-access.ts'
import { createUpstream, type Upstream } from '../server/src/fetching/upstream.ts'
import { note } from './results.ts'

const address = 'https://www.shop.example'
const callers = 16
const rounds = 4
const roundMs = Number(process.argv[2] ?? 1) * 1_000

if (process.argv[2] === 'site') serveSite(process.argv[3] ?? '')
else await run()

function serveSite(socket: string): void {
  const line = `<div class="card"><a href="/item">Item</a><span>12,90 €</span></div>\n`
  const page = Buffer.from(`<!doctype html><title>Page</title>${line.repeat(900)}`)
  const zipped = gzipSync(page)
  const bomb = brotliCompressSync(Buffer.alloc(100_000_000))
  const pour = (response: ServerResponse) => {
    while (!response.destroyed && response.write(page));
  }
  const server = createServer((request, response) => {
    if (request.url === '/bomb') response.writeHead(200, { 'content-encoding': 'br' }).end(bomb)
    else if (request.url === '/huge') pour(response.on('drain', () => pour(response)))
    else if (request.url === '/gzip')
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(zipped)
    else response.writeHead(200, { 'content-type': 'text/html', 'content-length': page.length }).end(page)
  })
  server.listen(socket, () => process.send?.('ready'))
}

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-bench-'))
  const socket = join(folder, 'site.sock')
  const site: ChildProcess = fork(import.meta.filename, ['site', socket])
  await new Promise((resolve) => site.once('message', resolve))
  try {
    await compareSpeed(socket)
    await watchMemory(socket)
  } finally {
    site.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compareSpeed(socket: string): Promise<void> {
  const bare = new Agent({
    connect: (_target, done) => {
      const opened = connect({ path: socket }, () => done(null, opened))
      opened.once('error', (error) => done(error, null))
    },
  })
  const upstream = createUpstream()
  const access = accessTo(socket, callers * 2)
  const clients = {
    'bare undici': async () => {
      const { body } = await bare.request({ origin: address, path: '/', method: 'GET' })
      return (await body.text()).length
    },
    'upstream get': async (caller: number) => (await getOnce(upstream, access, caller, '/')).body.length,
    'upstream get, gzip': async (caller: number) =>
      (await getOnce(upstream, access, caller, '/gzip')).body.length,
  }
  const totals = new Map<string, number>()
  // They alternate, so that a slow moment of the machine affects both.
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, fetchOne] of Object.entries(clients)) {
      const pages = await countPages(fetchOne)
      if (round > 0) totals.set(name, (totals.get(name) ?? 0) + pages)
    }
  await Promise.all([bare.destroy(), upstream.close()])
  const base = totals.get('bare undici') ?? 1
  for (const [name, pages] of totals) {
    note({ title: 'Pages fetched against bare undici', name, value: pages / base, unit: 'times' })
    const perSecond = Math.round((pages * 1_000) / (rounds * roundMs))
    console.log(
      `${name.padEnd(20)} ${String(perSecond).padStart(7)} pages/s   ratio ${(pages / base).toFixed(2)}`,
    )
  }
}

function getOnce(upstream: Upstream, access: SourceAccess, caller: number, path: string): Promise<Page> {
  const { get, join } = upstream.open(access)
  return join({ accountId: `account-${caller}` }).wait(get(address + path))
}

async function countPages(fetchOne: (caller: number) => Promise<number>): Promise<number> {
  const endsAt = performance.now() + roundMs
  let pages = 0
  const loop = async (caller: number) => {
    while (performance.now() < endsAt) if ((await fetchOne(caller)) > 0) pages += 1
  }
  await Promise.all(Array.from({ length: callers }, (_, caller) => loop(caller)))
  return pages
}

async function watchMemory(socket: string): Promise<void> {
  for (const kind of ['bomb', 'huge']) {
    const upstream = createUpstream()
    const before = process.memoryUsage().rss
    let peak = before
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss)
    }, 5)
    const startedAt = performance.now()
    const calls = Array.from({ length: 50 }, (_, caller) =>
      getOnce(upstream, accessTo(socket, 8), caller, `/${kind}`),
    )
    const failed = (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected').length
    clearInterval(watch)
    await upstream.close()
    const growthMb = ((peak - before) / 1e6).toFixed(0)
    const ms = Math.round(performance.now() - startedAt)
    console.log(`50 callers of a ${kind}: ${failed} failed, ${ms} ms, memory +${growthMb} MB at its peak`)
  }
}

function accessTo(sandboxSocket: string, concurrency: number): SourceAccess {
  return {
    source: 'shop',
    provider: 'site',
    hosts: ['www.shop.example'],
    sandboxSocket,
    allowPrivate: false,
    concurrency,
    robots: true,
    proxy: null,
    headers: {},
  }
}
