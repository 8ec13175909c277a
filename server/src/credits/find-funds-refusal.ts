// Whether an account cannot pay for a single lookup, before anything is held. Only the hold decides that a call may run;
// this refuses early what the hold would refuse for certain.
import { type Queryable, statement } from '../db/statement.ts'
import { Refusal } from '../errors.ts'

// No row where the hold may decide otherwise: a period that has ended is renewed first, and an exceeded quota of the key
// is a refusal of its own, which comes before that of the account.
const fundsStatement = statement(`
select a.open_invoices from accounts a cross join lateral quarry_quota_room(a.id, $2::uuid, quarry_now()) r
where a.id = $1 and (a.period_end is null or a.period_end > quarry_now())
  and coalesce(least(r.total, r.monthly, r.weekly, r.daily), $3::bigint) >= $3
  and (a.open_invoices or a.subscription_available + a.bonus_available < $3)`)

/** Null where the account may be able to pay. */
export async function findFundsRefusal(
  pool: Queryable,
  { accountId, keyId }: { accountId: number; keyId: string },
  price: number,
): Promise<Refusal | null> {
  if (price <= 0) return null
  const values = [accountId, keyId, price]
  const { rows } = await pool.query<{ open_invoices: boolean }>({ ...fundsStatement, values })
  return rows[0] ? new Refusal(rows[0].open_invoices ? 'open_invoices' : 'credits_exhausted') : null
}
