// One server between three proxies: it reaches PostgreSQL, Redis and a site only through them.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SiteResponse } from '@quarry/kit/source'
import { sources } from '@quarry/sources'
import { audit } from '../../../src/ledger/audit.ts'
import { createCredits } from '../../../src/ledger/credits.ts'
import { connect, type Database } from '../../../src/platform/db/connect.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { freshDatabase } from '../../support/database.ts'
import { hasRedis, startRedis, type TestRedis } from '../../support/redis.ts'
import { type FaultProxy, startProxy, toConnectOptions, toProxyUrl } from './proxy.ts'

export type Rig = {
  app: TestApp
  /** The same database without the proxy, to read its true state. */
  direct: Database
  database: FaultProxy
  redis: FaultProxy | null
  realRedis: TestRedis | null
  site: FaultProxy
  heal: () => void
  close: () => Promise<void>
}

const local = (server: Server) => ({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })

/** Serves the pages of a sandbox site over TCP; the callback may delay each page. */
export async function startSite(
  name: string,
  onPage: (url: string) => Promise<void> | void = () => {},
): Promise<Server> {
  const source = sources.find((candidate) => candidate.name === name)
  const sandboxSite = await source?.sandbox?.()
  // One host serves all hosts of the site, so the proxy follows redirects itself.
  const answerTo = (path: string, from = `https://com.${name}.example`): SiteResponse | undefined => {
    const url = new URL(path, from)
    const answer = sandboxSite?.({ method: 'GET', url, json: undefined, now: new Date() })
    const { location } = answer?.headers ?? {}
    return location ? answerTo(location, url.origin) : answer
  }
  const server = createServer(async (request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end()
    await onPage(request.url ?? '/')
    const answer = answerTo(request.url ?? '/')
    response
      .writeHead(answer?.status ?? 200, { 'content-type': 'text/html; charset=utf-8' })
      .end(answer?.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

export async function startRig(): Promise<Rig> {
  const fresh = await freshDatabase()
  const database = await startProxy(toConnectOptions(fresh.target.url))
  const realRedis = hasRedis ? await startRedis() : null
  const redisPort = realRedis && Number(new URL(realRedis.url).port)
  const redis = redisPort === null ? null : await startProxy({ host: '127.0.0.1', port: redisPort })
  const server = await startSite('ticketing')
  const site = await startProxy(local(server))
  const seen = connect({ url: toProxyUrl(fresh.target.url, database) })
  const app = await startApp({
    database: seen,
    env: redis ? { REDIS_URL: `redis://127.0.0.1:${redis.port}` } : {},
    config: { sources: { ticketing: { site: `http://127.0.0.1:${site.port}`, allow_private: true } } },
    limits: { upstreamTryMs: 2_500, upstreamTotalMs: 4_000 },
  })
  const proxies = [database, redis, site]
  return {
    app,
    direct: fresh.database,
    database,
    redis,
    realRedis,
    site,
    heal: () => proxies.forEach((proxy) => void proxy?.heal()),
    async close() {
      for (const proxy of proxies) proxy?.heal()
      try {
        await app.close()
        await seen.close()
        for (const proxy of proxies) await proxy?.close()
        server.closeAllConnections()
        server.close()
        await fresh.drop()
      } finally {
        // A separate process, which would outlive a failed test.
        await realRedis?.stop()
      }
    },
  }
}

/** Releases the holds of dead or failed calls now instead of at the end of their lease. */
export async function releaseHolds(database: Database): Promise<void> {
  const credits = createCredits({ database, owner: 'nobody' })
  await credits.sweepOrphans({ everyone: true })
  await credits.close()
}

/** Which calls of an account were charged, and how often. */
export async function readCharges(database: Database, slug: string): Promise<Map<string, number>> {
  const { rows } = await database.pool.query<{ request_id: string; entries: number }>(
    `select l.request_id, count(*)::int as entries from ledger l join accounts a on a.id = l.account_id
    where l.entry = 'charge' and a.slug = $1 group by 1`,
    [slug],
  )
  return new Map(rows.map((row) => [row.request_id, row.entries]))
}

export type CallResult = { id: string; status: number }

/** The problems of the ledger compared with the responses that callers got; empty if all is right. */
export async function findLedgerProblems(
  database: Database,
  slug: string,
  callResults: readonly CallResult[],
): Promise<string[]> {
  await releaseHolds(database)
  const charged = await readCharges(database, slug)
  const delivered = callResults.filter(({ status }) => status === 200)
  const refused = callResults.filter(({ status }) => status !== 200 && status !== 0)
  return [
    ...delivered
      .filter(({ id }) => charged.get(id) !== 1)
      .map(({ id }) => `${id} was delivered and charged ${charged.get(id) ?? 0} times`),
    ...refused.filter(({ id }) => charged.has(id)).map(({ id }) => `${id} was refused and charged`),
    ...(await audit(database)),
  ]
}
