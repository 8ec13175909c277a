// The secrets that sign webhooks: one per account, shown when it is created. A replaced secret also signs for its grace
// period, so that a receiver can switch without losing a message.

import { invalidParameter } from '@quarry/kit/errors'
import type { Pool } from 'pg'
import { findAccountId } from '../../accounts/account-store.ts'
import { toActor, writeAdminLog } from '../../accounts/admin-log.ts'
import type { Caller } from '../../accounts/caller.ts'
import { checkGrace } from '../../accounts/check-values.ts'
import type { ChangeLimit } from '../../accounts/free-work-limits.ts'
import type { Rotation } from '../../accounts/keys.ts'
import { createSecret, type Deliver } from '../../fetching/deliver.ts'
import type { Database } from '../../platform/db/connect.ts'
import { createTransact } from '../../platform/db/connection.ts'
import { type Queryable, readRows, statement } from '../../platform/db/statement.ts'

export type RotateWebhookSecret = ReturnType<typeof createRotateWebhookSecret>

const rotateStatement = statement(`
insert into webhook_secrets as s (account_id, secret) values ($1, $2)
on conflict (account_id) do update set secret = excluded.secret,
  previous = case when $3 > 0 then s.secret end,
  previous_until = case when $3 > 0 then quarry_now() + $3 * interval '1 second' end
returning previous_until`)

/** Creates or replaces the account's secret; the old one also signs for the grace period. */
export function createRotateWebhookSecret({ pool }: { pool: Pool }) {
  const own = createTransact(pool)
  return async (slug: string, rotation: Rotation, actor: string, transact = own) => {
    const { grace_seconds: graceSeconds = 0 } = rotation
    checkGrace(graceSeconds)
    const secret = createSecret()
    return transact(async (client) => {
      const id = await findAccountId(client, slug)
      type Row = { previous_until: Date | null }
      const [rotated] = await readRows<Row>(client, rotateStatement, [id, secret, graceSeconds])
      const detail = { grace_seconds: graceSeconds }
      await writeAdminLog(client, { actor, action: 'rotate webhook secret', subject: slug, detail })
      return { secret, previous_until: rotated?.previous_until?.toISOString() ?? null }
    })
  }
}

const stateStatement = statement(`
select s.created, (select max(until) from webhook_graces g where g.account_id = $1 and g.until > quarry_now()) as until
from webhook_secrets s where s.account_id = $1`)

/** `previous_until` is when the last replaced secret stops signing. Old secrets have no known `secret_since`. */
async function readSecretState(pool: Queryable, account: number) {
  type Row = { created: Date | null; until: Date | null }
  const [secret] = await readRows<Row>(pool, stateStatement, [account])
  return {
    has_secret: secret !== undefined,
    secret_since: secret?.created?.toISOString() ?? null,
    previous_until: secret?.until?.toISOString() ?? null,
  }
}

export type OwnWebhooks = ReturnType<typeof createOwnWebhooks>

type OwnWebhooksOptions = Pick<Database, 'pool' | 'reads' | 'withSlot'> & { limitChanges: ChangeLimit }

/** What an account may do with its webhook secret: read its state and rotate it. */
export function createOwnWebhooks(options: OwnWebhooksOptions) {
  const { reads, withSlot, limitChanges } = options
  const rotate = createRotateWebhookSecret(options)
  return {
    show: ({ accountId }: Caller) => readSecretState(reads(accountId), accountId),
    async rotate(caller: Caller, rotation: Rotation) {
      checkGrace(rotation.grace_seconds ?? 0)
      await limitChanges(caller.accountId)
      return withSlot(caller.accountId, () => rotate(caller.accountSlug, rotation, toActor(caller)))
    },
  }
}

const readStatement = statement(`
select secret from (
  select secret, true as current, null::timestamptz as until from webhook_secrets where account_id = $1
  union all
  select secret, false, until from webhook_graces where account_id = $1 and until > quarry_now()
) s order by current desc, until desc`)

/** The secrets that sign now, newest first. */
export async function readWebhookSecrets(pool: Queryable, account: number): Promise<string[]> {
  const rows = await readRows<{ secret: string }>(pool, readStatement, [account])
  return rows.map(({ secret }) => secret)
}

type ReceiverDeps = { pool: Queryable; deliver: Pick<Deliver, 'findProblem'> }

/** The secrets for messages to this address. Throws 400 for a bad address, or if the account has no secret. */
export async function readReceiverSecrets(
  { pool, deliver }: ReceiverDeps,
  account: number,
  parameter: string,
  url: string,
): Promise<string[]> {
  const problem = deliver.findProblem(url)
  if (problem !== null) throw invalidParameter(parameter, `must be an https:// address (${problem})`)
  const secrets = await readWebhookSecrets(pool, account)
  if (secrets.length > 0) return secrets
  throw invalidParameter(parameter, 'needs a signing secret, which POST /v2/webhooks/secret creates')
}
