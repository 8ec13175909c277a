// Keys, as the operator sees and changes them. A secret leaves here once, when it is made; afterwards only its
// hash and last four characters exist.
import type { Pool, PoolClient } from 'pg'
import { statement } from '../db/statement.ts'
import { inTransaction } from '../db/transaction.ts'
import { Refusal } from '../errors.ts'
import { isUuid } from '../lib/uuid.ts'
import { accountId } from './accounts.ts'
import { writeAdminLog } from './admin-log.ts'
import type { Quotas } from './caller.ts'
import {
  checkAllowedIps,
  checkInteger,
  checkQuotas,
  checkScopes,
  checkText,
  parseExpiry,
} from './check-values.ts'
import { makeKey } from './key-format.ts'

export type KeyChange = {
  alias?: string
  category?: string
  active?: boolean
  /** ISO 8601; may be past; null is never. */
  expires?: string | null
  quotas?: Partial<Quotas>
  scopes?: readonly string[] | null
  allowed_ips?: readonly string[] | null
}

export type NewKeyRequest = Omit<KeyChange, 'active' | 'alias'> & { alias: string }

export type KeyView = {
  id: string
  account: string
  alias: string
  category: string
  active: boolean
  expires: string | null
  quotas: Quotas
  scopes: string[] | null
  allowed_ips: string[] | null
  last_four: string
  created: string
}

export type KeyWithSecret = KeyView & { secret: string }

export type Keys = {
  create: (slug: string, key: NewKeyRequest, actor: string) => Promise<KeyWithSecret>
  list: (slug: string) => Promise<KeyView[]>
  change: (id: string, change: KeyChange, actor: string) => Promise<KeyView>
  /** A new secret; the old one works for `grace_seconds` more. */
  rotate: (id: string, options: { grace_seconds: number }, actor: string) => Promise<KeyWithSecret>
}

const defaultCategory = 'production'
const maxGraceSeconds = 30 * 86_400

const rotateStatement = statement(`
update keys set previous_hash = hash, previous_until = quarry_now() + $2 * interval '1 second',
  hash = $3, last_four = $4 where id = $1`)

export function createKeys({ pool }: { pool: Pool }): Keys {
  return {
    create: (slug, key, actor) =>
      inTransaction(pool, async (client) => createKey(client, await accountId(client, slug), key, actor)),
    async list(slug) {
      const id = await accountId(pool, slug)
      const { rows } = await pool.query<KeyView>({ ...listStatement, values: [id] })
      return rows
    },
    async change(id, change, actor) {
      checkKey(change)
      return inTransaction(pool, async (client) => {
        await changeKey(client, id, change)
        await writeAdminLog(client, { actor, action: 'change key', subject: id, detail: change })
        return readKey(client, id)
      })
    },
    async rotate(id, { grace_seconds: graceSeconds }, actor) {
      checkInteger('grace_seconds', graceSeconds, 0, maxGraceSeconds)
      return inTransaction(pool, async (client) => {
        await readKey(client, id)
        const { secret, hash, lastFour } = makeKey()
        await client.query({ ...rotateStatement, values: [id, graceSeconds, hash, lastFour] })
        const detail = { grace_seconds: graceSeconds }
        await writeAdminLog(client, { actor, action: 'rotate key', subject: id, detail })
        return { ...(await readKey(client, id)), secret }
      })
    },
  }
}

const insertStatement = statement(`
insert into keys (account_id, alias, category, hash, last_four) values ($1, $2, $3, $4, $5)
on conflict (account_id, alias) do nothing returning id`)

/** Creates a key in the caller's transaction; 409 where the account has one of this alias. */
export async function createKey(
  client: PoolClient,
  account: number,
  key: NewKeyRequest,
  actor: string,
): Promise<KeyWithSecret> {
  checkKey(key)
  const { alias, category = defaultCategory, ...change } = key
  const { secret, hash, lastFour } = makeKey()
  const { rows } = await client.query<{ id: string }>({
    ...insertStatement,
    values: [account, alias, category, hash, lastFour],
  })
  const id = rows[0]?.id
  if (id === undefined) throw new Refusal('conflict')
  await changeKey(client, id, change)
  await writeAdminLog(client, { actor, action: 'create key', subject: id, detail: key })
  return { ...(await readKey(client, id)), secret }
}

function checkKey(key: KeyChange): void {
  if (key.alias !== undefined) checkText('alias', key.alias)
  if (key.category !== undefined) checkText('category', key.category)
  if (key.expires !== undefined && key.expires !== null) parseExpiry(key.expires)
  if (key.quotas !== undefined) checkQuotas(key.quotas)
  if (key.scopes) checkScopes(key.scopes)
  if (key.allowed_ips) checkAllowedIps(key.allowed_ips)
}

const changeable = [
  'alias',
  'category',
  'active',
  'expires',
  'quota_total',
  'quota_daily',
  'quota_weekly',
  'quota_monthly',
  'scopes',
  'allowed_ips',
] as const

// $2: the columns that are named. A null is a value here, so that it cannot mean `leave it`.
const changeStatement = statement(`
update keys set ${changeable
  .map(
    (column, index) =>
      `${column} = case when '${column}' = any($2::text[]) then $${index + 3} else ${column} end`,
  )
  .join(',\n  ')}
where id = $1`)

/** Sets what the change names and leaves the rest; a null takes a limit away. */
async function changeKey(client: PoolClient, id: string, change: KeyChange): Promise<void> {
  await readKey(client, id)
  const { quotas = {}, expires } = change
  const columns: Record<(typeof changeable)[number], unknown> = {
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
  }
  const named = changeable.filter((column) => columns[column] !== undefined)
  if (named.length === 0) return
  const values = changeable.map((column) => columns[column] ?? null)
  try {
    await client.query({ ...changeStatement, values: [id, named, ...values] })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23505') throw new Refusal('conflict')
    throw error
  }
}

const view = `
select k.id, a.slug as account, k.alias, k.category, k.active,
  to_char(k.expires at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as expires,
  json_build_object('total', k.quota_total, 'daily', k.quota_daily,
    'weekly', k.quota_weekly, 'monthly', k.quota_monthly) as quotas,
  k.scopes, k.allowed_ips, k.last_four,
  to_char(k.created at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created
from keys k join accounts a on a.id = k.account_id`

const listStatement = statement(`${view} where k.account_id = $1 order by k.created, k.id`)
const readStatement = statement(`${view} where k.id = $1`)

async function readKey(client: Pick<PoolClient, 'query'>, id: string): Promise<KeyView> {
  if (!isUuid(id)) throw new Refusal('not_found')
  const { rows } = await client.query<KeyView>({ ...readStatement, values: [id] })
  if (!rows[0]) throw new Refusal('not_found')
  return rows[0]
}
