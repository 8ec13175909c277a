// Reads keys as the operator and keys with the permission `manage` see them: with quota usage, but without the secret,
// of which only the last four characters are stored.

import { isUuid } from '@quarry/kit/is-uuid'
import type { Static } from '@quarry/kit/schema'
import { type Queryable, readRows, statement } from '../platform/db/statement.ts'
import { Refusal } from '../platform/errors.ts'
import type { key, keyWithSecret } from './key-schemas.ts'

export type KeyView = Static<typeof key>
export type KeyWithSecret = Static<typeof keyWithSecret>

export const quotasColumn = `json_build_object('total', quota_total, 'daily', quota_daily,
    'weekly', quota_weekly, 'monthly', quota_monthly) as quotas`

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
