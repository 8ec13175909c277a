// The secrets that webhooks are signed with: one per account, shown when it is made, and each one before it for its
// own grace, so that a receiver can change over without losing a message.

import { createHmac, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { findAccountId } from '../access/accounts.ts'
import { writeAdminLog } from '../access/admin-log.ts'
import { checkGrace } from '../access/check-values.ts'
import { type Queryable, statement } from '../db/statement.ts'
import { inTransaction } from '../db/transaction.ts'

export type RotateWebhookSecret = (
  slug: string,
  options: { grace_seconds: number },
  actor: string,
) => Promise<NewWebhookSecret>

export type NewWebhookSecret = { secret: string; previous_until: string | null }

const rotateStatement = statement(`
insert into webhook_secrets as s (account_id, secret) values ($1, $2)
on conflict (account_id) do update set secret = excluded.secret,
  previous = case when $3 > 0 then s.secret end,
  previous_until = case when $3 > 0 then quarry_now() + $3 * interval '1 second' end
returning previous_until`)

/** Makes the account's secret, or a new one; the old one signs too for the grace. */
export function createRotateWebhookSecret({ pool }: { pool: Pool }): RotateWebhookSecret {
  return async (slug, { grace_seconds: graceSeconds }, actor) => {
    checkGrace(graceSeconds)
    const secret = `whsec_${randomBytes(32).toString('base64url')}`
    return inTransaction(pool, async (client) => {
      const id = await findAccountId(client, slug)
      const { rows } = await client.query<{ previous_until: Date | null }>({
        ...rotateStatement,
        values: [id, secret, graceSeconds],
      })
      const detail = { grace_seconds: graceSeconds }
      await writeAdminLog(client, { actor, action: 'rotate webhook secret', subject: slug, detail })
      return { secret, previous_until: rows[0]?.previous_until?.toISOString() ?? null }
    })
  }
}

export type SecretState = {
  has_secret: boolean
  /** Null without one, and where it was made too long ago to know. */
  secret_since: string | null
  /** Until when the last of its predecessors signs too. */
  previous_until: string | null
}

const stateStatement = statement(`
select s.made, (select max(until) from webhook_graces g where g.account_id = $1 and g.until > quarry_now()) as until
from webhook_secrets s where s.account_id = $1`)

export async function readSecretState(pool: Queryable, account: number): Promise<SecretState> {
  const { rows } = await pool.query<{ made: Date | null; until: Date | null }>({
    ...stateStatement,
    values: [account],
  })
  const [found] = rows
  return {
    has_secret: found !== undefined,
    secret_since: found?.made?.toISOString() ?? null,
    previous_until: found?.until?.toISOString() ?? null,
  }
}

const readStatement = statement(`
select secret from (
  select secret, true as current, null::timestamptz as until from webhook_secrets where account_id = $1
  union all
  select secret, false, until from webhook_graces where account_id = $1 and until > quarry_now()
) s order by current desc, until desc`)

/** The secrets to sign with now, newest first; none where the account has none. */
export async function readWebhookSecrets(pool: Pick<Pool, 'query'>, account: number): Promise<string[]> {
  const { rows } = await pool.query<{ secret: string }>({ ...readStatement, values: [account] })
  return rows.map(({ secret }) => secret)
}

/** What every message carries: its id, to tell repetitions, and its signature, to tell that it is ours. */
export const messageHeaders = (
  secrets: readonly string[],
  id: string,
  body: string,
): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  'quarry-delivery': id,
  'quarry-signature': signatureOf(secrets, Math.floor(Date.now() / 1000), body),
})

/** `t=<seconds>,v1=<hex>` for each secret: HMAC-SHA256 of `<seconds>.<body>`. */
export function signatureOf(secrets: readonly string[], seconds: number, body: string): string {
  const signed = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'),
  )
  return [`t=${seconds}`, ...signed.map((hex) => `v1=${hex}`)].join(',')
}
