// Whatever a key with the manage permission tries, in any order, no key it created or changed has broader access than
// itself; it cannot change itself, other managing keys or keys with broader access.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../src/accounts/caller.ts'
import { covers, isInRange } from '../../src/accounts/key-bounds.ts'
import { createKeyring } from '../../src/accounts/keyring.ts'
import { createKeys, type KeyView } from '../../src/accounts/keys.ts'
import { createOwnKeys, type OwnKeys } from '../../src/accounts/own-keys.ts'
import { isRefusal } from '../../src/platform/errors.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { addMember } from '../support/ledger.ts'

let fresh: FreshDatabase
let own: OwnKeys
beforeAll(async () => {
  fresh = await freshDatabase()
  own = createOwnKeys({ ...fresh.database, limitChanges: async () => {} })
})
afterAll(() => fresh.drop())

const paths = ['/v2/company', '/v2/company/social', '/v2/ticketing', '/v2/ticketing/event', '/v2/other/x']
const addresses = ['10.0.0.1', '10.1.0.1', '11.0.0.1', '2001:db8::1', '::1']
const moments = ['2031-01-01T00:00:00Z', '2031-01-01T00:00:01Z', '2032-01-01T00:00:00Z']

const scopes = fc.option(
  fc.subarray(['company', 'ticketing', '/v2/company', '/v2/company/*', '/v2/ticketing/event', '/v2/*']),
)
const allowedIps = fc.option(
  fc.subarray(['10.0.0.0/8', '10.0.0.1', '10.0.0.0/15', '0.0.0.0/0', '2001:db8::/32', '::/0']),
)
const expires = fc.option(fc.constantFrom(...moments))
const bounds = fc.record({ scopes, allowed_ips: allowedIps, expires })
const settings = fc.record({ scopes, allowed_ips: allowedIps, expires }, { requiredKeys: [] })

const attempt = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), settings }),
  fc.record({ kind: fc.constant('change' as const), settings, target: fc.nat(), active: fc.boolean() }),
  fc.record({ kind: fc.constant('rotate' as const), target: fc.nat() }),
)

type KeyBounds = Pick<KeyView, 'scopes' | 'allowed_ips' | 'expires'>

/** Everything a key can access, as combinations of path, address and time. */
const listAccess = ({ scopes: paths_, allowed_ips: ranges, expires: end }: KeyBounds): string[] =>
  paths.flatMap((path) =>
    addresses.flatMap((address) =>
      [...moments, '9999-12-31T00:00:00Z']
        .filter(
          (moment) =>
            (paths_ === null || paths_.some((scope) => covers(scope, path))) &&
            (ranges === null || ranges.some((range) => isInRange(address, range))) &&
            (end === null || moment < end),
        )
        .map((moment) => `${path} ${address} ${moment}`),
    ),
  )

const isWithin = (key: KeyBounds, bound: KeyBounds) => {
  const open = new Set(listAccess(bound))
  return listAccess(key).every((door) => open.has(door))
}

async function readCaller(secret: string): Promise<Caller> {
  return createKeyring({ database: fresh.database }).authenticate(secret, '127.0.0.1')
}

test('no sequence of attempts gives a managing key broader access', async () => {
  let refused = 0
  let done = 0
  const property = fc.asyncProperty(
    bounds,
    bounds,
    fc.array(attempt, { minLength: 1, maxLength: 8 }),
    async (managerBounds, otherBounds, attempts) => {
      const keys = createKeys(fresh.database)
      const member = await addMember(fresh.database)
      const otherMember = await addMember(fresh.database)
      const add = (alias: string, key: object) => keys.create(member.slug, { alias, ...key }, 'operator')
      const manager = await add('manager', { ...managerBounds, permissions: ['manage'] })
      await add('like', { ...managerBounds, permissions: ['manage'] })
      await add('another', otherBounds)
      const caller = await readCaller(manager.secret)
      const before = await keys.list(member.slug)
      const otherKeys = await keys.list(otherMember.slug)
      const touched = new Set<string>()

      for (const [n, one] of attempts.entries()) {
        const all = [...(await keys.list(member.slug)), ...otherKeys]
        const target = 'target' in one ? (all[one.target % all.length]?.id ?? '') : ''
        try {
          const key =
            one.kind === 'create'
              ? await own.create(caller, { alias: `made ${n}`, ...one.settings })
              : one.kind === 'change'
                ? await own.change(caller, target, { ...one.settings, active: one.active })
                : await own.rotate(caller, target, { grace_seconds: 0 })
          touched.add(key.id)
          done += 1
        } catch (error) {
          if (!isRefusal(error)) throw error
          expect([400, 403, 404]).toContain(error.status)
          refused += 1
        }
      }

      const after = await keys.list(member.slug)
      for (const key of after.filter(({ id }) => touched.has(id))) {
        expect(isWithin(key, manager), JSON.stringify([key, manager])).toBe(true)
        expect(key.permissions).toEqual([])
      }
      expect(after.filter(({ id }) => !touched.has(id))).toEqual(before.filter(({ id }) => !touched.has(id)))
      const untouchable = before.filter((key) => key.permissions.length > 0 || !isWithin(key, manager))
      for (const { id } of untouchable) expect(touched.has(id)).toBe(false)
      expect(await keys.list(otherMember.slug)).toEqual(otherKeys)
    },
  )
  await fc.assert(property, { numRuns: 40 })
  // Both outcomes must occur, otherwise the rule was not tested.
  expect(refused).toBeGreaterThan(0)
  expect(done).toBeGreaterThan(0)
})
