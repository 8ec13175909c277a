// Settings from the environment and the config file: defaults, bad values, and the report that hides secrets.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'
import { reportSettings } from './report.ts'

const names = {
  sources: [{ name: 'shop', endpoints: [{ path: '/v2/shop/item', apis: ['goods', 'engine', 'keyed'] }] }],
  apis: [
    { name: 'goods', hosts: ['api.goods.test', 'www.goods.test'], needsContact: 'mail' as const },
    { name: 'engine', hosts: ['engine'], isSelfHosted: true as const },
    { name: 'keyed', hosts: ['api.keyed.test'], credentials: { env: 'KEYED_API_KEY' } },
    { name: 'tokens', hosts: ['api.tokens.test'], credentials: { env: 'TOKENS_CLIENT', oauth: {} } },
  ],
}
const problems = (env: NodeJS.ProcessEnv) => {
  try {
    loadConfig(env, names)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
}
const folder = mkdtempSync(join(tmpdir(), 'quarry-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
function file(content: unknown): string {
  files += 1
  const path = join(folder, `quarry-${files}.json`)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

test('uses the defaults without settings', () => {
  expect(loadConfig({}, names)).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    role: 'all',
    databaseUrl: null,
    logLevel: 'info',
  })
})

test.each([
  [{ QUARRY_PORT: '99999' }, /^QUARRY_PORT is "99999": it must be an integer from 0 to 65535/],
  [{ QUARRY_PORT: '80a' }, /^QUARRY_PORT is "80a"/],
  [{ QUARRY_DRAIN_SECONDS: '301' }, /^QUARRY_DRAIN_SECONDS is "301": it must be an integer from 0 to 300/],
  [{ REDIS_URL: 'localhost:6379' }, /^REDIS_URL is .*: it must be a URL that begins with redis:/],
  [{ QUARRY_HOST: 'a b' }, /^QUARRY_HOST is "a b"/],
  [{ QUARRY_LOG_LEVEL: 'loud' }, /one of fatal, error/],
  [{ QUARRY_ROLE: 'boss' }, /one of all, api, worker/],
  [{ QUARRY_ROLE: 'worker' }, /^QUARRY_ROLE is "worker": it must be all if DATABASE_URL is not set/],
  [
    { QUARRY_CONFIG: '/nowhere/x.json' },
    /^QUARRY_CONFIG is "\/nowhere\/x.json": it must be a readable JSON file/,
  ],
])('%o is reported', (env, expected) => expect(problems(env)).toEqual([expect.stringMatching(expected)]))

test('problems name secrets but never show them', () => {
  const lines = problems({
    DATABASE_URL: 'mysql://me:hush@db/x',
    QUARRY_ADMIN_TOKEN: 'hush',
  })
  expect(lines).toHaveLength(2)
  expect(lines.join()).not.toContain('hush')
})

test('reports all bad values of the file at once', () => {
  const path = file({
    prices: { '/v2/shop/item': -1, '/v2/nope': 1 },
    sources: { nope: {}, shop: { concurrency: 'x', proxy: 'hush' } },
    surprise: 1,
  })
  const lines = problems({ QUARRY_CONFIG: path, QUARRY_PORT: 'x' })
  expect(lines.some((line) => line.includes('QUARRY_PORT'))).toBe(true)
  expect(lines.some((line) => line.includes('surprise is not a setting'))).toBe(true)
  expect(lines.some((line) => line.includes('prices./v2/shop/item is -1'))).toBe(true)
  expect(lines.some((line) => line.includes('sources.shop.concurrency is "x"'))).toBe(true)
  expect(lines.join()).not.toContain('hush')
})

test('rejects unknown sources, unknown endpoints and unsafe sites', () => {
  expect(problems({ QUARRY_CONFIG: file({ sources: { nope: {} } }) })).toEqual([
    expect.stringContaining('sources.nope is not a source'),
  ])
  expect(problems({ QUARRY_CONFIG: file({ prices: { '/v2/nope': 1 } }) })).toEqual([
    expect.stringContaining('prices./v2/nope is not an endpoint'),
  ])
  expect(problems({ QUARRY_CONFIG: file({ sources: { shop: { site: 'http://127.0.0.1:8080' } } }) })).toEqual(
    [expect.stringContaining('unless allow_private is true')],
  )
  expect(
    problems({
      QUARRY_CONFIG: file({ sources: { shop: { site: 'http://127.0.0.1:8080', allow_private: true } } }),
    }),
  ).toEqual([])
  expect(problems({ QUARRY_CONFIG: file('{') })).toEqual([expect.stringContaining('valid JSON')])
})

test('optional limits take a number, null (off) or the default', () => {
  const readLimits = (limits: object) => loadConfig({ QUARRY_CONFIG: file({ limits }) }, names).limits
  expect(readLimits({})).toMatchObject({ defaultPerSecond: 1000, refusedPerMinute: 1000 })
  expect(readLimits({ default_per_second: null, refused_per_minute: null })).toMatchObject({
    defaultPerSecond: null,
    refusedPerMinute: null,
  })
  expect(readLimits({ default_per_second: 5, refused_per_minute: 6 })).toMatchObject({
    defaultPerSecond: 5,
    refusedPerMinute: 6,
  })
  const lines = problems({
    QUARRY_CONFIG: file({ limits: { default_per_second: 0, refused_per_minute: 'many' } }),
  })
  expect(lines).toEqual([
    expect.stringMatching(/limits\.default_per_second is 0: it must be >= 1$/),
    expect.stringMatching(/limits\.refused_per_minute is "many": it must be /),
  ])
})

test('the embedded database allows 50 connections, an external one has no such limit', () => {
  const QUARRY_CONFIG = file({ limits: { database_connections: 40, read_connections: 11 } })
  expect(problems({ QUARRY_CONFIG })).toEqual([
    'limits.database_connections and limits.read_connections are 40 and 11: together they must be at most 50 if DATABASE_URL is not set',
  ])
  const { limits } = loadConfig({ QUARRY_CONFIG, DATABASE_URL: 'postgres://db.example/quarry' }, names)
  expect(limits).toMatchObject({ databaseConnections: 40, readConnections: 11 })
})

test.each([
  ['stored_bytes_per_account', 'storedBytesPerAccount', 2_147_483_648],
  ['idempotent_bytes_per_account', 'idempotentBytesPerAccount', 268_435_456],
] as const)('%s has a default, can be set and can be turned off', (name, limit, byDefault) => {
  const readLimit = (limits: object) => loadConfig({ QUARRY_CONFIG: file({ limits }) }).limits[limit]
  expect(readLimit({})).toBe(byDefault)
  expect(readLimit({ [name]: 5_000_000 })).toBe(5_000_000)
  expect(readLimit({ [name]: null })).toBeNull()
  expect(problems({ QUARRY_CONFIG: file({ limits: { [name]: 5 } }) })).toEqual([
    expect.stringContaining(`limits.${name} is 5: it must be >= 1000000`),
  ])
})

test('CORS origins must be exact, and the list is empty by default', () => {
  expect(loadConfig({}, names).corsOrigins).toEqual([])
  const good = ['https://app.example', 'http://localhost:3000']
  expect(loadConfig({ QUARRY_CONFIG: file({ cors_origins: good }) }, names).corsOrigins).toEqual(good)
  for (const odd of ['*', 'https://app.example/', 'app.example', 'null'])
    expect(problems({ QUARRY_CONFIG: file({ cors_origins: [good[0], odd] }) })).toEqual([
      expect.stringContaining(`cors_origins.1 is ${JSON.stringify(odd)}: it must be an origin`),
    ])
  expect(problems({ QUARRY_CONFIG: file({ cors_origins: '*' }) })).toEqual([
    expect.stringContaining('cors_origins is "*"'),
  ])
})

const answersTo = (content: object, env: NodeJS.ProcessEnv = {}) =>
  loadConfig({ QUARRY_CONFIG: file(content), ...env }, names).providersByPath['/v2/shop/item']
const engine = { sites: { engine: 'https://search.example' } }
const site = 'https://shop.example'
const contact = 'mailto-me@example.org'

test('an endpoint uses the sandbox unless a site, a self-hosted API, open data or a list is configured', () => {
  expect(answersTo({})).toEqual(['sandbox'])
  expect(answersTo({ sources: { shop: { site } } })).toEqual(['site'])
  expect(answersTo({ providers: { engine } })).toEqual(['engine'])
  expect(answersTo({ data: 'open', contact })).toEqual(['goods'])
  expect(answersTo({}, { QUARRY_DATA: 'open', QUARRY_CONTACT: contact })).toEqual(['goods'])
  expect(answersTo({}, { KEYED_API_KEY: 'k' })).toEqual(['sandbox'])
  const all = { data: 'open', contact, sources: { shop: { site } }, providers: { engine } }
  expect(answersTo(all, { KEYED_API_KEY: 'k' })).toEqual(['site', 'engine', 'keyed', 'goods'])
  expect(answersTo(all, { QUARRY_DATA: 'sandbox' })).toEqual(['site', 'engine'])
  const listed = { sources: { shop: { site, providers: ['keyed', 'site'] } } }
  expect(answersTo(listed, { KEYED_API_KEY: 'k' })).toEqual(['keyed', 'site'])
  expect(answersTo({ ...all, sources: { shop: { providers: ['sandbox'] } } })).toEqual(['sandbox'])
})

test('an OAuth key is <client id>:<client secret>, and is never shown', () => {
  const [problem, ...more] = problems({ TOKENS_CLIENT: 's3cret' })
  expect([problem, more]).toEqual(['TOKENS_CLIENT is (hidden): it must be <client id>:<client secret>', []])
  for (const half of [':s3cret', 'client:']) expect(problems({ TOKENS_CLIENT: half })).toEqual([problem])
  expect(loadConfig({ TOKENS_CLIENT: 'client:s3:cret' }, names).providers.tokens?.key).toBe('client:s3:cret')
})

test.each([
  [{ data: 'open' }, /^QUARRY_CONTACT is not set, but goods must be able to reach the operator/],
  [
    { data: 'open', contact: 'https://example.org/about', providers: { tokens: {} } },
    /^QUARRY_CONTACT is a URL, but goods requires a mail address: set QUARRY_CONTACT to one$/,
  ],
  [{ data: 'closed' }, /data is "closed"/],
  [{ contact: 'nobody' }, /^QUARRY_CONTACT is "nobody": it must be a mail address/],
  [
    { sources: { shop: { providers: ['goods', 'sandbox'] } }, contact },
    /combines sandbox with other providers: use sandbox alone, or remove it$/,
  ],
  [{ sources: { shop: { providers: ['site'] } } }, /names site: set sources\.shop\.site to its address$/],
  [
    { sources: { shop: { hosts: ['a.example'] } } },
    /^sources\.shop\.hosts cannot be set: the source has one site/,
  ],
  [{ sources: { shop: { hosts: 'all' } } }, /sources\.shop\.hosts is "all"/],
  [
    { sources: { shop: { hosts: ['https://a.example'] } } },
    /sources\.shop\.hosts\.0 is "https:\/\/a\.example"/,
  ],
  [{ sources: { shop: { providers: ['other'] } } }, /names "other": it must be one of site, sandbox, goods,/],
  [{ sources: { shop: { providers: ['keyed'] } } }, /names keyed: set KEYED_API_KEY to its API key$/],
  [
    { sources: { shop: { providers: ['engine'] } } },
    /set providers\.engine\.sites to the address of engine$/,
  ],
  [
    { providers: { other: {} } },
    /^providers\.other is not a provider: it must be one of goods, engine, keyed, tokens$/,
  ],
  [
    { providers: { goods: { sites: { 'else.test': 'https://a.example' } } } },
    /is not a host of this provider: it must be one of/,
  ],
  [{ providers: { engine: { sites: { engine: 'http://127.0.0.1:1' } } } }, /unless allow_private is true$/],
  [{ providers: { goods: { price: { '/v2/none': 1 } } } }, /price\.\/v2\/none is not an endpoint/],
  [{ providers: { goods: { rate_limit: { per_hour: 1 } } } }, /is not a setting$/],
  [{ providers: { goods: { pace: { per_hour: 1 } } } }, /is not a setting$/],
])('%j is rejected with a reason', (content, report) => {
  expect(problems({ QUARRY_CONFIG: file(content) })).toEqual([expect.stringMatching(report)])
})

test('the archive defaults to three days and 256 MB, and can be smaller or off', () => {
  const readArchive = (archive?: object) =>
    loadConfig({ QUARRY_CONFIG: file(archive ? { archive } : {}) }, names).archive
  expect(readArchive()).toEqual({ days: 3, bytes: 268_435_456 })
  expect(readArchive({ bytes: 0 })).toEqual({ days: 3, bytes: 0 })
  expect(readArchive({ days: 0, bytes: 1_000_000 })).toEqual({ days: 0, bytes: 1_000_000 })
  expect(problems({ QUARRY_CONFIG: file({ archive: { bytes: 999_999 } }) })).toEqual([
    'archive.bytes is 999999: it must be 0 (no archive) or at least 1000000',
  ])
  expect(problems({ QUARRY_CONFIG: file({ archive: { days: -1 } }) })).toEqual([
    expect.stringContaining('archive.days is -1'),
  ])
})

test('reports effective settings with their origin and hides secrets', () => {
  const path = file({
    limits: { cache_mb: 8 },
    sources: {
      shop: {
        providers: ['sandbox'],
        proxy: 'http://me:a-password@proxy.test',
        headers: { cookie: 'a-cookie' },
      },
    },
    contact: 'a@b.test',
  })
  const env = {
    QUARRY_CONFIG: path,
    QUARRY_PORT: '81',
    QUARRY_CONTACT: 'c@d.test',
    QUARRY_ADMIN_TOKEN: 'x'.repeat(20),
    KEYED_API_KEY: 'a-key-of-keyed',
  }
  const settings = reportSettings(loadConfig(env, names))
  const findSetting = (name: string) => settings.find((setting) => setting.name === name)
  expect(findSetting('QUARRY_PORT')).toEqual({ name: 'QUARRY_PORT', value: 81, from: 'environment' })
  expect(findSetting('QUARRY_HOST')).toMatchObject({ value: '127.0.0.1', from: 'default' })
  expect(findSetting('contact')).toMatchObject({ value: 'c@d.test', from: 'environment' })
  expect(findSetting('limits.cache_mb')).toMatchObject({ value: 8, from: 'file' })
  expect(findSetting('limits.read_connections')).toMatchObject({ from: 'default' })
  expect(findSetting('answers /v2/shop/item')).toMatchObject({ value: ['sandbox'], from: 'file' })
  const shown = { providers: ['sandbox'], proxy: '(hidden)', headers: { cookie: '(hidden)' } }
  expect(findSetting('sources.shop')).toMatchObject({ value: shown, from: 'file' })
  expect(findSetting('providers.keyed')).toMatchObject({
    value: { usable: true, key: '(hidden)' },
    from: 'environment',
  })
  expect(findSetting('providers.engine')).toMatchObject({
    value: { usable: false, key: null },
    from: 'default',
  })
  expect(findSetting('QUARRY_ADMIN_TOKEN')).toMatchObject({ value: '(hidden)', from: 'environment' })
  for (const text of ['x'.repeat(20), 'a-key-of-keyed', 'a-password', 'a-cookie'])
    expect(JSON.stringify(settings)).not.toContain(text)
})

test('alerts need both a webhook and a secret, and the secret is never shown', () => {
  const of = (alerts: object, rest: object = {}) => ({ QUARRY_CONFIG: file({ alerts, ...rest }) })
  const webhook = 'https://ops.example/alerts'
  const secret = 'a-secret-of-the-operator'
  expect(loadConfig({}, names).alerts).toBeNull()
  expect(loadConfig(of({}), names).alerts).toBeNull()
  expect(loadConfig(of({ webhook, secret }), names).alerts).toEqual({ webhook, secret })
  expect(problems(of({ webhook }))).toEqual([
    'alerts has a webhook and no secret: it must have both, or neither',
  ])
  expect(problems(of({ secret }))).toEqual([
    'alerts has a secret and no webhook: it must have both, or neither',
  ])
  expect(problems(of({ webhook: 'http://ops.example/', secret: 'short' }))).toEqual([
    'alerts.webhook is "http://ops.example/": it must be an https:// address',
    'alerts.secret is (hidden): it must be 16 to 256 printable characters without spaces',
  ])
  expect(problems(of({ webhook, secret: 5 }))).toEqual([expect.not.stringContaining('5:')])
  expect(
    problems(of({ webhook: 'http://127.0.0.1:1/', secret }, { webhooks: { allow_private: true } })),
  ).toEqual([])
})
