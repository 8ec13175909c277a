// Key authentication: which secrets are accepted, how soon a change takes effect, how guessing is throttled, and that
// no secret is ever stored.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAccountStore } from '../../src/accounts/account-store.ts'
import { hashKey, makeKey } from '../../src/accounts/key-format.ts'
import { createKeyring, type Keyring } from '../../src/accounts/keyring.ts'
import { createKeys, type Keys } from '../../src/accounts/keys.ts'
import { createCredits } from '../../src/ledger/credits.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { addMember, buildLog, buildRequest, countRows, type Member, setNow } from '../support/ledger.ts'

const start = Date.parse('2031-05-01T12:00:00Z')
const address = '192.0.2.7'
let fresh: FreshDatabase
let keyring: Keyring
let keys: Keys
let member: Member
let time: number
let slept: number
let reads: number

beforeEach(async () => {
  fresh = await freshDatabase({ max: 1 })
  time = 0
  slept = 0
  reads = 0
  await setNow(fresh.database, new Date(start))
  keys = createKeys(fresh.database)
  member = await addMember(
    fresh.database,
    { bonus_credits: 5, rate_limit: { per_second: 9 } },
    { category: 'test' },
  )
  const { pool } = fresh.database
  const counted = {
    query: (...args: unknown[]) => {
      reads += 1
      return (pool.query as (...args: unknown[]) => unknown).apply(pool, args)
    },
  }
  keyring = createKeyring({
    database: { pool: counted as unknown as typeof pool },
    now: () => time,
    sleep: async (ms) => {
      slept += ms
    },
  })
})

afterEach(() => fresh.drop())

/** Advances the clocks of this server and of the database. */
const advance = (ms: number) => {
  time += ms
  return setNow(fresh.database, new Date(start + time))
}
const outcome = async (secret: string, from = address) => {
  try {
    await keyring.authenticate(secret, from)
    return 'accepted'
  } catch (error) {
    return (error as { reason: string }).reason
  }
}

test('a key resolves to its caller and is read about once a second under any load', async () => {
  const callers = await Promise.all(
    Array.from({ length: 100 }, () => keyring.authenticate(member.secret, address)),
  )
  expect(callers[99]).toEqual({
    accountId: member.accountId,
    accountSlug: member.slug,
    accountName: 'Test',
    accountActive: true,
    statisticsEnabled: false,
    limits: { perSecond: 9, perMinute: null },
    keyId: member.keyId,
    secretHash: hashKey(member.secret),
    keyAlias: 'main',
    keyCategory: 'test',
    keyExpires: null,
    quotas: { total: null, daily: null, weekly: null, monthly: null },
    scopes: null,
    allowedIps: null,
    permissions: [],
  })
  expect(reads).toBe(1)
  await advance(899)
  expect(await outcome(member.secret)).toBe('accepted')
  expect(reads).toBe(1)
  await advance(1)
  expect(await outcome(member.secret)).toBe('accepted')
  expect(reads).toBe(2)
})

test('a change takes effect within one second on a server that has the key cached', async () => {
  expect(await outcome(member.secret)).toBe('accepted')
  await keys.change(member.keyId, { active: false }, 'test')
  await advance(900)
  expect(await outcome(member.secret)).toBe('inactive_key')
  await keys.change(
    member.keyId,
    { active: true, scopes: ['ticketing'], allowed_ips: ['192.0.2.0/24'] },
    'test',
  )
  await createAccountStore(fresh.database).change(member.slug, { active: false }, 'test')
  await advance(900)
  expect(await keyring.authenticate(member.secret, address)).toMatchObject({
    accountActive: false,
    scopes: ['ticketing'],
    allowedIps: ['192.0.2.0/24'],
    permissions: [],
  })
})

test('a key expires on time by the database clock, even while it is cached', async () => {
  await keys.change(member.keyId, { expires: new Date(start + 500).toISOString() }, 'test')
  expect(await outcome(member.secret)).toBe('accepted')
  await advance(499)
  expect(await outcome(member.secret)).toBe('accepted')
  await advance(1)
  expect(await outcome(member.secret)).toBe('expired_key')
  expect(reads).toBe(1)
  await keys.change(member.keyId, { expires: null }, 'test')
  await advance(900)
  expect(await outcome(member.secret)).toBe('accepted')
  await keys.change(member.keyId, { expires: '2001-01-01' }, 'test')
  await advance(900)
  expect(await outcome(member.secret)).toBe('expired_key')
})

test('rotation: the new secret works at once, the old one until its grace period ends', async () => {
  const { secret, last_four: lastFour } = await keys.rotate(member.keyId, { grace_seconds: 60 }, 'test')
  expect(secret.slice(-4)).toBe(lastFour)
  expect(await outcome(secret)).toBe('accepted')
  expect(await outcome(member.secret)).toBe('accepted')
  await advance(59_999)
  expect(await outcome(member.secret)).toBe('accepted')
  await advance(1)
  expect(await outcome(member.secret)).toBe('invalid_key')
  expect(await outcome(secret)).toBe('accepted')
  const again = await keys.rotate(member.keyId, { grace_seconds: 0 }, 'test')
  await advance(900)
  expect(await outcome(secret)).toBe('invalid_key')
  expect(await outcome(again.secret)).toBe('accepted')
})

test('a second rotation within the grace period does not shorten that of the first secret', async () => {
  const second = await keys.rotate(member.keyId, { grace_seconds: 60 }, 'test')
  await advance(10_000)
  const third = await keys.rotate(member.keyId, { grace_seconds: 20 }, 'test')
  const fourth = await keys.rotate(member.keyId, { grace_seconds: 0 }, 'test')
  const secrets = [member.secret, second.secret, third.secret, fourth.secret]
  const outcomes = () => Promise.all(secrets.map((secret) => outcome(secret)))
  expect(await outcomes()).toEqual(['accepted', 'accepted', 'invalid_key', 'accepted'])
  await advance(20_000)
  expect(await outcomes()).toEqual(['accepted', 'invalid_key', 'invalid_key', 'accepted'])
  await advance(29_999)
  expect(await outcomes()).toEqual(['accepted', 'invalid_key', 'invalid_key', 'accepted'])
  await advance(1)
  expect(await outcomes()).toEqual(['invalid_key', 'invalid_key', 'invalid_key', 'accepted'])
  // The next rotation deletes expired grace periods.
  await keys.rotate(member.keyId, { grace_seconds: 0 }, 'test')
  expect(await countRows(fresh.database, 'key_graces')).toBe(0)
})

test('10,000 malformed keys get 401 without a database read and are throttled', async () => {
  for (let n = 0; n < 10_000; n += 1)
    expect(await outcome(`qry_${String(n).padStart(36, '0')}`)).toBe('invalid_key')
  expect(reads).toBe(0)
  expect(slept).toBe((10_000 - 20) * 1000)
  // A valid key from the same address works without a delay.
  expect(await outcome(member.secret)).toBe('accepted')
  expect(slept).toBe((10_000 - 20) * 1000)
})

test('well-formed guesses are read once, cached, and soon throttled', async () => {
  const guess = makeKey().secret
  for (let n = 0; n < 2; n += 1) await outcome(guess)
  expect(reads).toBe(1)
  for (let n = 0; n < 30; n += 1) expect(await outcome(makeKey().secret)).toBe('invalid_key')
  expect(slept).toBe((32 - 20) * 1000)
  expect(await outcome(makeKey().secret, '198.51.100.1')).toBe('invalid_key')
  await advance(120_000)
  expect(await outcome(makeKey().secret)).toBe('invalid_key')
  expect(slept).toBe((32 - 20) * 1000)
})

test('many keys at once, valid and invalid, are read in one query, and each key once', async () => {
  const good = [member.secret]
  for (let n = 0; n < 80; n += 1)
    good.push((await keys.create(member.slug, { alias: `k${n}` }, 'test')).secret)
  const bad = Array.from({ length: 300 }, () => makeKey().secret)
  const requested = [...bad, ...good, ...good, ...bad]
  const outcomes = await Promise.all(requested.map((secret) => outcome(secret, '2001:db8::7')))
  expect(reads).toBe(1)
  expect(outcomes).toEqual(requested.map((secret) => (good.includes(secret) ? 'accepted' : 'invalid_key')))
})

test('more than 2,000 unread keys of one network at once get 429 with Retry-After, never 401; other networks are served', async () => {
  await outcome(member.secret, '2001:db8::1')
  const other = await keys.create(member.slug, { alias: 'other' }, 'test')
  await advance(900)
  reads = 0
  const guesses = Array.from({ length: 2_500 }, (_, n) => outcome(makeKey().secret, `2001:db8::${n + 1}`))
  const refusal = { reason: 'rate_limited', status: 429, retryAfterSeconds: 1 }
  await expect(keyring.authenticate(makeKey().secret, '2001:db8::1')).rejects.toMatchObject(refusal)
  // A key that was valid before, and a new key from another network.
  expect(await outcome(member.secret, '2001:db8::1')).toBe('accepted')
  expect(await outcome(other.secret, '2001:db8:0:1::1')).toBe('accepted')
  const outcomes = await Promise.all(guesses)
  expect(outcomes.filter((reason) => reason === 'invalid_key')).toHaveLength(2_000)
  expect(outcomes.filter((reason) => reason === 'rate_limited')).toHaveLength(500)
  expect(reads).toBeLessThanOrEqual(6)
})

test('a failed read is not cached', async () => {
  let broken = true
  const { pool } = fresh.database
  const flaky = createKeyring({
    database: {
      pool: {
        query: (options: never) => (broken ? Promise.reject(new Error('down')) : pool.query(options)),
      } as unknown as typeof pool,
    },
  })
  await expect(flaky.authenticate(member.secret, address)).rejects.toThrow('down')
  broken = false
  expect(await flaky.authenticate(member.secret, address)).toMatchObject({ keyId: member.keyId })
})

test('the database contains no issued secret', async () => {
  const secrets = [member.secret, (await keys.rotate(member.keyId, { grace_seconds: 60 }, 'test')).secret]
  const credits = createCredits({ database: fresh.database, owner: 'one' })
  const request = buildRequest(member)
  await credits.charge(buildLog(request), request.credits)
  await credits.hold(buildRequest(member))
  await credits.close()
  const { rows: tables } = await fresh.database.pool.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  )
  let scanned = 0
  for (const { name } of tables) {
    const { rows } = await fresh.database.pool.query<{ text: string }>(
      `select t::text as text from ${name} t`,
    )
    for (const { text } of rows) {
      scanned += 1
      for (const secret of secrets) expect(text.includes(secret.slice(4, 34))).toBe(false)
    }
  }
  expect(scanned).toBeGreaterThan(10)
})
