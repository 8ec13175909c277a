// Keys, as a key with the permission `manage` sees and changes those of its own account: never itself or another of
// its kind, and never beyond its own scopes, addresses and expiry. What it may is read again in the transaction of
// each change, so that a permission that was taken away is gone at once.

import { invalidParameter } from '@quarry/kit/errors'
import { isUuid } from '@quarry/kit/is-uuid'
import type { PoolClient } from 'pg'
import type { Database } from '../db/connect.ts'
import { type Queryable, statement } from '../db/statement.ts'
import { inTransaction } from '../db/transaction.ts'
import { Refusal } from '../errors.ts'
import { toActor } from './admin-log.ts'
import { type Caller, canManage, type Permission } from './caller.ts'
import type { ChangeLimit } from './change-limit.ts'
import { checkGrace, parseExpiry } from './check-values.ts'
import { findExcess, type KeyBounds } from './key-bounds.ts'
import { type KeyView, type KeyWithSecret, listKeys } from './key-view.ts'
import {
  changeKey,
  checkKey,
  createKey,
  type KeyChange,
  type NewKeyRequest,
  rotateKey,
} from './write-keys.ts'

type Change = Omit<KeyChange, 'permissions'>
type NewKey = Omit<NewKeyRequest, 'permissions'>

export type OwnKeys = {
  /** All of the account, oldest first. */
  list: (manager: Caller) => Promise<KeyView[]>
  /** What is not given is the manager's own. */
  create: (manager: Caller, key: NewKey) => Promise<KeyWithSecret>
  change: (manager: Caller, id: string, change: Change) => Promise<KeyView>
  /** A new secret; the old one works for `grace_seconds` more. */
  rotate: (manager: Caller, id: string, options: { grace_seconds: number }) => Promise<KeyWithSecret>
}

export type OwnKeysOptions = Pick<Database, 'pool' | 'reads' | 'inTurn'> & { limitChanges: ChangeLimit }

type Bounds = KeyBounds & { permissions: readonly Permission[] }

const columns = 'scopes, allowed_ips as "allowedIps", expires, permissions'

const managerStatement = statement(`
select ${columns} from keys
where id = $1 and active and (expires is null or expires > quarry_now()) for share`)

const targetStatement = statement(
  `select ${columns} from keys where id = $2 and account_id = $1 for no key update`,
)

// Keys are never deleted, because the log names them. A few more than the bound, made together, do no harm.
const maxKeys = 1_000
const countStatement = statement(
  `select count(*)::integer as count from (select 1 from keys where account_id = $1 limit ${maxKeys}) k`,
)

export function createOwnKeys({ pool, reads, inTurn, limitChanges }: OwnKeysOptions): OwnKeys {
  async function change<T>(manager: Caller, work: (client: PoolClient, bounds: Bounds) => Promise<T>) {
    await limitChanges(manager.accountId)
    return inTurn(manager.accountId, () =>
      inTransaction(pool, async (client) => work(client, await boundsOfManager(client, manager))),
    )
  }

  return {
    list: ({ accountId }) => listKeys(reads(accountId), accountId),
    async create(manager, key) {
      checkKey(key)
      return change(manager, async (client, bounds) => {
        const { accountId } = manager
        const { rows } = await client.query<{ count: number }>({ ...countStatement, values: [accountId] })
        if ((rows[0]?.count ?? 0) >= maxKeys)
          throw new Refusal('unprocessable', `Unprocessable: an account has at most ${maxKeys} keys`)
        return createKey(client, accountId, within(key, bounds), toActor(manager))
      })
    },
    async change(manager, id, given) {
      checkKey(given)
      return change(manager, async (client, bounds) => {
        const target = await changeable(client, manager, id, bounds)
        checkBounds(given, target, bounds)
        return changeKey(client, id, given, toActor(manager))
      })
    },
    async rotate(manager, id, { grace_seconds: graceSeconds }) {
      checkGrace(graceSeconds)
      return change(manager, async (client, bounds) => {
        await changeable(client, manager, id, bounds)
        return rotateKey(client, id, graceSeconds, toActor(manager))
      })
    },
  }
}

async function boundsOfManager(client: Queryable, { keyId }: Caller): Promise<Bounds> {
  const { rows } = await client.query<Bounds>({ ...managerStatement, values: [keyId] })
  if (!rows[0] || !canManage(rows[0])) throw new Refusal('forbidden')
  return rows[0]
}

/** The key, if it is one of the account's (404) and the manager's to change (403). */
async function changeable(client: Queryable, manager: Caller, id: string, bounds: Bounds): Promise<Bounds> {
  if (!isUuid(id)) throw new Refusal('not_found')
  if (id.toLowerCase() === manager.keyId) throw forbidden('a key does not change itself')
  const { rows } = await client.query<Bounds>({ ...targetStatement, values: [manager.accountId, id] })
  const [target] = rows
  if (!target) throw new Refusal('not_found')
  if (canManage(target)) throw forbidden('keys with the permission manage are for the operator to change')
  // To give such a key a new secret would be to take what the manager was not given.
  const further = findExcess(target, bounds)
  if (further) throw forbidden(`the ${further} of that key go beyond those of the one that asks`)
  return target
}

const forbidden = (why: string) => new Refusal('forbidden', `Forbidden: ${why}`)

function within(key: NewKey, bounds: Bounds): NewKey {
  checkBounds(key, bounds, bounds)
  const { scopes = bounds.scopes, allowed_ips: allowedIps = bounds.allowedIps } = key
  const { expires = bounds.expires?.toISOString() ?? null } = key
  return { ...key, scopes, allowed_ips: allowedIps, expires }
}

/** Throws 400 for what goes beyond the bounds; what is not given stays as it is. */
function checkBounds(
  { scopes, allowed_ips: allowedIps, expires }: Change,
  present: KeyBounds,
  bounds: Bounds,
) {
  const made = {
    scopes: scopes === undefined ? present.scopes : scopes,
    allowedIps: allowedIps === undefined ? present.allowedIps : allowedIps,
    expires: expires === undefined ? present.expires : expires === null ? null : parseExpiry(expires),
  }
  const further = findExcess(made, bounds)
  if (further) throw invalidParameter(further, 'must not go beyond that of the key that asks')
}
