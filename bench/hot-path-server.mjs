// The servers that bench/hot-path, bench/archive and bench/lookup compare, each in a process of its own: `bare`,
// `transaction`, `quarry`, `quarry-without-archive`, `quarry-on-site`, which reads events on the given site.
// Prints its address and its key, if it needs one. It runs from the build, as a server does.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { pino } from 'pino'

const fromBuild = (path) => import(new URL(`../server/dist/${path}.js`, import.meta.url).href)
const { createAccountStore } = await fromBuild('accounts/account-store')
const { createKeys } = await fromBuild('accounts/keys')
const { createApp } = await fromBuild('app/app')
const { loadConfig } = await fromBuild('platform/config/config')
const { connect } = await fromBuild('platform/db/connect')
const { sources } = await fromBuild('sources/index')
const { describeSources } = await fromBuild('lookups/sources/describe-sources')

const [mode, url = '', record = '{}'] = process.argv.slice(2)
const type = 'application/json; charset=utf-8'

async function bare() {
  const server = fastify()
  server.get('/', (_request, reply) => reply.type(type).send(record))
  return { address: await server.listen({ port: 0, host: '127.0.0.1' }), key: '' }
}

/** The obvious design: one transaction per call, with prepared statements and a pool. */
async function transaction() {
  const { pool } = connect({ url }, { max: 20 })
  await pool.query(`create table if not exists b_account (id int primary key, available bigint);
    create table if not exists b_ledger (id bigserial primary key, account_id int, credits int, at timestamptz default now());
    create table if not exists b_log (id bigserial primary key, account_id int, path text, status int, at timestamptz default now());
    insert into b_account values (1, 1000000000) on conflict do nothing`)
  const server = fastify()
  server.get('/', async (_request, reply) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query({
        name: 'hold',
        text: 'update b_account set available = available - $2 where id = $1 and available >= $2',
        values: [1, 1],
      })
      await client.query({
        name: 'ledger',
        text: 'insert into b_ledger (account_id, credits) values ($1, $2)',
        values: [1, 1],
      })
      await client.query({
        name: 'log',
        text: 'insert into b_log (account_id, path, status) values ($1, $2, $3)',
        values: [1, '/', 200],
      })
      await client.query('commit')
    } finally {
      client.release()
    }
    return reply.type(type).send(record)
  })
  return { address: await server.listen({ port: 0, host: '127.0.0.1' }), key: '' }
}

async function quarry(changes = {}, file = {}) {
  const database = connect({ url }, { max: 20 })
  const dataDir = mkdtempSync(join(tmpdir(), 'quarry-bench-'))
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const configFile = join(dataDir, 'config.json')
  writeFileSync(configFile, JSON.stringify(file))
  const loaded = loadConfig({ QUARRY_CONFIG: configFile }, describeSources(sources))
  const config = { ...loaded, port: 0, dataDir, ...changes }
  const app = await createApp({
    config,
    database,
    sources,
    adminToken: 'bench-admin-token-000',
    log: pino({ level: 'silent' }),
  })
  const slug = `bench-${process.pid}`
  await createAccountStore(database).create(
    {
      slug,
      name: 'Bench',
      bonus_credits: 1_000_000_000,
      rate_limit: { per_second: 1_000_000, per_minute: null },
    },
    'bench',
  )
  const { secret } = await createKeys(database).create(
    slug,
    { alias: 'bench', quotas: { total: 1_000_000_000, daily: 1_000_000_000 } },
    'bench',
  )
  return { address: await app.server.listen({ port: 0, host: '127.0.0.1' }), key: secret }
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0))
const withoutArchive = () => quarry({ archive: { days: 0, bytes: 0 } })
// One account may use half of a site's concurrency.
const onSite = (site) =>
  quarry({}, { sources: { ticketing: { site, allow_private: true, robots: false, concurrency: 128 } } })
const start = {
  bare,
  transaction,
  quarry: () => quarry(),
  'quarry-without-archive': withoutArchive,
  'quarry-on-site': () => onSite(record),
}[String(mode)]
if (!start) throw new Error(`no such server: ${mode}`)
process.stdout.write(`${JSON.stringify(await start())}\n`)
