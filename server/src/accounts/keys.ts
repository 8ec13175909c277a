// Creates, lists, changes and rotates keys. Each change runs in the caller's transaction and writes an admin log row. A
// secret is returned once, when it is created; only its hash and last four characters are stored.

import { invalidParameter } from '@quarry/kit/errors'
import { isUuid } from '@quarry/kit/is-uuid'
import type { Static } from '@quarry/kit/schema'
import type { Pool } from 'pg'
import { createTransact } from '../platform/db/connection.ts'
import { type Queryable, readRows, statement } from '../platform/db/statement.ts'
import { Refusal } from '../platform/errors.ts'
import { findAccountId } from './account-store.ts'
import { writeAdminLog } from './admin-log.ts'
import { canManage, type Permission, type Quotas } from './caller.ts'
import {
  checkAllowedIps,
  checkGrace,
  checkQuotas,
  checkScopes,
  checkText,
  parseExpiry,
} from './check-values.ts'
import { makeKey } from './key-format.ts'
import type { key, keyChange, keyWithSecret, newKey, rotation } from './key-schemas.ts'

export type KeyChange = Static<typeof keyChange>
export type NewKeyRequest = Static<typeof newKey>
export type Rotation = Static<typeof rotation>

export type KeyView = Static<typeof key>
export type KeyWithSecret = Static<typeof keyWithSecret>

export type Keys = ReturnType<typeof createKeys>

/** For the operator: keys of any account, with any permission. */
export function createKeys({ pool }: { pool: Pool }) {
  const own = createTransact(pool)
  return {
    create: (slug: string, key: NewKeyRequest, actor: string, transact = own) =>
      transact(async (client) => createKey(client, await findAccountId(client, slug), key, actor)),
    list: async (slug: string) => listKeys(pool, await findAccountId(pool, slug)),
    change: (id: string, change: KeyChange, actor: string, transact = own) =>
      transact((client) => changeKey(client, id, change, actor)),
    /** Creates a new secret; the old one stays valid for `grace_seconds`. */
    async rotate(id: string, { grace_seconds: graceSeconds = 0 }: Rotation, actor: string, transact = own) {
      checkGrace(graceSeconds)
      return transact((client) => rotateKey(client, id, graceSeconds, actor))
    },
  }
}

export const quotasColumn = `json_build_object('total', quota_total, 'daily', quota_daily,
    'weekly', quota_weekly, 'monthly', quota_monthly) as quotas`

// With quota usage, but without the secret.
const view = `
select k.id, a.slug as account, k.alias, k.category, k.active,
  to_char(k.expires at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as expires,
  ${quotasColumn},
  json_build_object(
    'total', case when k.quota_total is not null then
      coalesce((select m.credits from key_meters m where m.key_id = k.id), 0) end,
    'daily', case when k.quota_daily is not null then
      quarry_quota_used(k.id, 60, interval '24 hours', quarry_now()) end,
    'weekly', case when k.quota_weekly is not null then
      quarry_quota_used(k.id, 3600, interval '168 hours', quarry_now()) end,
    'monthly', case when k.quota_monthly is not null then
      quarry_quota_used(k.id, 3600, interval '720 hours', quarry_now()) end) as quotas_used,
  k.scopes, k.allowed_ips, k.permissions, k.last_four,
  (select to_char(max(g.until) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from key_graces g
    where g.key_id = k.id and g.until > quarry_now()) as previous_until,
  to_char(k.created at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created
from keys k join accounts a on a.id = k.account_id`

const listStatement = statement(`${view} where k.account_id = $1 order by k.created, k.id`)
const readStatement = statement(`${view} where k.id = $1`)

/** Oldest first. */
export const listKeys = (pool: Queryable, accountId: number): Promise<KeyView[]> =>
  readRows<KeyView>(pool, listStatement, [accountId])

/** Reads a key; throws 404 if it does not exist. */
export async function readKey(client: Queryable, id: string): Promise<KeyView> {
  const [found] = isUuid(id) ? await readRows<KeyView>(client, readStatement, [id]) : []
  if (!found) throw new Refusal('not_found')
  return found
}

const defaultCategory = 'production'

const insertStatement = statement(`
insert into keys (account_id, alias, category, hash, last_four) values ($1, $2, $3, $4, $5)
on conflict (account_id, alias) do nothing returning id`)

/** Throws 409 if the account has a key with this alias. */
export async function createKey(client: Queryable, account: number, key: NewKeyRequest, actor: string) {
  checkKey(key)
  const { alias, category = defaultCategory, ...change } = key
  const { secret, hash, lastFour } = makeKey()
  const values = [account, alias, category, hash, lastFour]
  const [inserted] = await readRows<{ id: string }>(client, insertStatement, values)
  if (!inserted) throw new Refusal('conflict')
  const { id } = inserted
  await setColumns(client, id, change)
  await writeAdminLog(client, { actor, action: 'create key', subject: id, detail: key })
  return { ...(await readKey(client, id)), secret }
}

/** Changes only the given settings; null removes a limit. Throws 409 if another key has the alias. */
export async function changeKey(client: Queryable, id: string, change: KeyChange, actor: string) {
  checkKey(change)
  await setColumns(client, id, change)
  await writeAdminLog(client, { actor, action: 'change key', subject: id, detail: change })
  return readKey(client, id)
}

const rotateStatement = statement(`
update keys set previous_hash = hash, previous_until = quarry_now() + $2 * interval '1 second',
  hash = $3, last_four = $4 where id = $1`)

/** Creates a new secret; the old one stays valid for `graceSeconds`, which the caller has checked. */
export async function rotateKey(client: Queryable, id: string, graceSeconds: number, actor: string) {
  await readKey(client, id)
  const { secret, hash, lastFour } = makeKey()
  await client.query({ ...rotateStatement, values: [id, graceSeconds, hash, lastFour] })
  const detail = { grace_seconds: graceSeconds }
  await writeAdminLog(client, { actor, action: 'rotate key', subject: id, detail })
  return { ...(await readKey(client, id)), secret }
}

/** Checks that apply to accounts and the operator alike. */
export function checkKey(key: KeyChange): void {
  if (key.alias !== undefined) checkText('alias', key.alias)
  if (key.category !== undefined) checkText('category', key.category)
  if (key.expires !== undefined && key.expires !== null) parseExpiry(key.expires)
  if (key.quotas !== undefined) checkQuotas(key.quotas)
  if (key.scopes) checkScopes(key.scopes)
  if (key.allowed_ips) checkAllowedIps(key.allowed_ips)
}

// Locks the key, so that concurrent changes run one after the other and each sees the previous result.
const lockStatement = statement(
  `select permissions, ${quotasColumn} from keys where id = $1 for no key update`,
)

/** The new values of the columns; undefined for those that stay. */
const toColumns = ({ quotas = {}, expires, ...change }: KeyChange) => ({
  alias: change.alias,
  category: change.category,
  active: change.active,
  expires: typeof expires === 'string' ? parseExpiry(expires) : expires,
  quota_total: quotas.total,
  quota_daily: quotas.daily,
  quota_weekly: quotas.weekly,
  quota_monthly: quotas.monthly,
  scopes: change.scopes,
  allowed_ips: change.allowed_ips,
  permissions: change.permissions,
})

// $2 lists the columns to change, because null is a value here and cannot mean "unchanged".
const changeStatement = statement(`
update keys set ${Object.keys(toColumns({}))
  .map(
    (column, index) =>
      `${column} = case when '${column}' = any($2::text[]) then $${index + 3} else ${column} end`,
  )
  .join(',\n  ')}
where id = $1`)

async function setColumns(client: Queryable, id: string, change: KeyChange): Promise<void> {
  if (!isUuid(id)) throw new Refusal('not_found')
  const [current] = await readRows<Current>(client, lockStatement, [id])
  if (!current) throw new Refusal('not_found')
  checkManage(current, change)
  const columns = Object.entries(toColumns(change))
  const changed = columns.filter(([, value]) => value !== undefined).map(([column]) => column)
  if (changed.length === 0) return
  const values = columns.map(([, value]) => value ?? null)
  try {
    await client.query({ ...changeStatement, values: [id, changed, ...values] })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23505') throw new Refusal('conflict')
    throw error
  }
}

type Current = { permissions: readonly Permission[]; quotas: Quotas }

/** Decision: a key with the permission `manage` has no quotas, because the keys it creates could bypass them. */
function checkManage(current: Current, change: KeyChange): void {
  const { permissions = current.permissions, quotas } = change
  const hasQuota = Object.values({ ...current.quotas, ...quotas }).some((quota) => quota !== null)
  if (!canManage({ permissions }) || !hasQuota) return
  throw change.permissions === undefined
    ? invalidParameter('quotas', 'must be null on a key with the permission manage')
    : invalidParameter('permissions', 'must not have manage on a key with quotas')
}
