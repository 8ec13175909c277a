// Lets a key with the permission `manage` list and change the keys of its account: not itself, no other `manage` key,
// and never beyond its own scopes, IP addresses and expiry. Permissions are read again in the transaction of each
// change, so that a revoked permission takes effect at once.

import { invalidParameter } from '@quarry/kit/errors'
import { isUuid } from '@quarry/kit/is-uuid'
import type { Static } from '@quarry/kit/schema'
import type { PoolClient } from 'pg'
import type { Database } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/connection.ts'
import { type Queryable, readRows, statement } from '../platform/db/statement.ts'
import { Refusal } from '../platform/errors.ts'
import { toActor } from './admin-log.ts'
import { type Caller, canManage, type Permission } from './caller.ts'
import { checkGrace, parseExpiry } from './check-values.ts'
import type { ChangeLimit } from './free-work-limits.ts'
import { findExcess, type KeyBounds } from './key-bounds.ts'
import type { newOwnKey, ownKeyChange } from './key-schemas.ts'
import { changeKey, checkKey, createKey, listKeys, type Rotation, rotateKey } from './keys.ts'

type Change = Static<typeof ownKeyChange>
type NewKey = Static<typeof newOwnKey>

export type OwnKeys = ReturnType<typeof createOwnKeys>

export type OwnKeysOptions = Pick<Database, 'pool' | 'reads' | 'withSlot'> & { limitChanges: ChangeLimit }

type Bounds = KeyBounds & { permissions: readonly Permission[] }

const columns = 'scopes, allowed_ips as "allowedIps", expires, permissions'

const managerStatement = statement(`
select ${columns} from keys
where id = $1 and active and (expires is null or expires > quarry_now()) for share`)

const targetStatement = statement(
  `select ${columns} from keys where id = $2 and account_id = $1 for no key update`,
)

// Keys are never deleted, because log rows refer to them. Concurrent creations may exceed the bound slightly; that is
// fine.
const maxKeys = 1_000
const countStatement = statement(
  `select count(*)::integer as count from (select 1 from keys where account_id = $1 limit ${maxKeys}) k`,
)

export function createOwnKeys({ pool, reads, withSlot, limitChanges }: OwnKeysOptions) {
  async function change<T>(manager: Caller, work: (client: PoolClient, bounds: Bounds) => Promise<T>) {
    await limitChanges(manager.accountId)
    return withSlot(manager.accountId, () =>
      inTransaction(pool, async (client) => work(client, await readManagerBounds(client, manager))),
    )
  }

  return {
    /** All keys of the account, oldest first. */
    list: ({ accountId }: Caller) => listKeys(reads(accountId), accountId),
    /** Omitted bounds default to those of the manager. */
    async create(manager: Caller, key: NewKey) {
      checkKey(key)
      return change(manager, async (client, bounds) => {
        const { accountId } = manager
        const [counted] = await readRows<{ count: number }>(client, countStatement, [accountId])
        if ((counted?.count ?? 0) >= maxKeys)
          throw new Refusal('unprocessable', `Unprocessable: an account has at most ${maxKeys} keys`)
        return createKey(client, accountId, applyBounds(key, bounds), toActor(manager))
      })
    },
    async change(manager: Caller, id: string, keyChange: Change) {
      checkKey(keyChange)
      return change(manager, async (client, bounds) => {
        const target = await readChangeableKey(client, manager, id, bounds)
        checkBounds(keyChange, target, bounds)
        return changeKey(client, id, keyChange, toActor(manager))
      })
    },
    /** Creates a new secret; the old one stays valid for `grace_seconds`. */
    async rotate(manager: Caller, id: string, { grace_seconds: graceSeconds = 0 }: Rotation) {
      checkGrace(graceSeconds)
      return change(manager, async (client, bounds) => {
        await readChangeableKey(client, manager, id, bounds)
        return rotateKey(client, id, graceSeconds, toActor(manager))
      })
    },
  }
}

async function readManagerBounds(client: Queryable, { keyId }: Caller): Promise<Bounds> {
  const { rows } = await client.query<Bounds>({ ...managerStatement, values: [keyId] })
  if (!rows[0] || !canManage(rows[0])) throw new Refusal('forbidden')
  return rows[0]
}

/** Reads a key; throws 404 if the account has no such key and 403 if the manager may not change it. */
async function readChangeableKey(client: Queryable, manager: Caller, id: string, bounds: Bounds) {
  if (!isUuid(id)) throw new Refusal('not_found')
  if (id.toLowerCase() === manager.keyId) throw forbidden('a key cannot change itself')
  const [target] = await readRows<Bounds>(client, targetStatement, [manager.accountId, id])
  if (!target) throw new Refusal('not_found')
  if (canManage(target)) throw forbidden('only the operator can change keys with the permission manage')
  // A new secret for a broader key would give the manager access that it does not have.
  const excess = findExcess(target, bounds)
  if (excess) throw forbidden(`the ${excess} of that key exceed those of the requesting key`)
  return target
}

const forbidden = (why: string) => new Refusal('forbidden', `Forbidden: ${why}`)

function applyBounds(key: NewKey, bounds: Bounds): NewKey {
  checkBounds(key, bounds, bounds)
  const { scopes = bounds.scopes, allowed_ips: allowedIps = bounds.allowedIps } = key
  const { expires = bounds.expires?.toISOString() ?? null } = key
  return { ...key, scopes, allowed_ips: allowedIps, expires }
}

/** Throws 400 if the change exceeds the bounds; omitted values keep their current value. */
function checkBounds(change: Change, current: KeyBounds, bounds: Bounds): void {
  const { scopes, allowed_ips: allowedIps, expires } = change
  const changed = {
    scopes: scopes === undefined ? current.scopes : scopes,
    allowedIps: allowedIps === undefined ? current.allowedIps : allowedIps,
    expires: expires === undefined ? current.expires : expires === null ? null : parseExpiry(expires),
  }
  const excess = findExcess(changed, bounds)
  if (excess) throw invalidParameter(excess, 'must not exceed that of the requesting key')
}
