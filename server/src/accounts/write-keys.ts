// Creates, changes and rotates keys in the caller's transaction, each with an admin log row. A secret is returned once,
// when it is created; only its hash and last four characters are stored.

import { invalidParameter } from '@quarry/kit/errors'
import { isUuid } from '@quarry/kit/is-uuid'
import type { Static } from '@quarry/kit/schema'
import { type Queryable, readRows, statement } from '../platform/db/statement.ts'
import { Refusal } from '../platform/errors.ts'
import { writeAdminLog } from './admin-log.ts'
import { canManage, type Permission, type Quotas } from './caller.ts'
import { checkAllowedIps, checkQuotas, checkScopes, checkText, parseExpiry } from './check-values.ts'
import { makeKey } from './key-format.ts'
import type { keyChange, newKey, rotation } from './key-schemas.ts'
import { quotasColumn, readKey } from './key-view.ts'

export type KeyChange = Static<typeof keyChange>
export type NewKeyRequest = Static<typeof newKey>
export type Rotation = Static<typeof rotation>

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
