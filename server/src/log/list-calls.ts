// The request log as the operator reads it: newest first, filtered, a page at a time.
import type { Pool } from 'pg'
import { invalidParameter } from '../errors.ts'

export type CallsQuery = {
  accountId?: number
  status?: number
  endpoint?: string
  limit?: number
  cursor?: string
}

export type CallView = {
  request_id: string
  at: string
  account: string
  key_id: string
  endpoint: string
  params: string | null
  recorded_status: number
  sent_status: number | null
  reason: string | null
  credits: number
  subscription_credits: number
  bonus_credits: number
  ms: number
  job_id: string | null
  client_closed: boolean | null
  cache_age_seconds: number | null
  provider: string | null
  count: number
}

export type CallsPage = { calls: CallView[]; next_cursor: string | null }

const defaultLimit = 50
const maxLimit = 1000

export async function listCalls(
  { pool }: { pool: Pick<Pool, 'query'> },
  query: CallsQuery,
): Promise<CallsPage> {
  const limit = query.limit ?? defaultLimit
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit) {
    throw invalidParameter('limit', `must be a whole number from 1 to ${maxLimit}`)
  }
  const values: unknown[] = [limit + 1]
  const filters: string[] = []
  const filter = (text: string, value: unknown) => {
    values.push(value)
    filters.push(`${text} $${values.length}`)
  }
  if (query.accountId !== undefined) filter('c.account_id =', query.accountId)
  if (query.status !== undefined) filter('c.recorded_status =', smallint(query.status))
  if (query.endpoint !== undefined) filter('c.endpoint =', query.endpoint.replaceAll('\0', '\ufffd'))
  if (query.cursor !== undefined) filter('c.id <', readCursor(query.cursor))
  // The partial index for statuses other than 200 is only chosen for a status written in the statement.
  if (query.status !== undefined && query.status !== 200) filters.push('c.recorded_status <> 200')
  const { rows } = await pool.query<CallView & { id: number }>(
    `${statement} ${filters.length > 0 ? `where ${filters.join(' and ')}` : ''} order by c.id desc limit $1`,
    values,
  )
  const shown = rows.slice(0, limit)
  return {
    calls: shown.map(({ id: _, ...call }) => call),
    next_cursor: rows.length > limit ? String(shown.at(-1)?.id) : null,
  }
}

const statement = `
select c.id, c.request_id, to_char(c.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, a.slug as account,
  c.key_id, c.endpoint, c.params, c.recorded_status, c.sent_status, c.reason,
  c.subscription_credits + c.bonus_credits as credits, c.subscription_credits, c.bonus_credits,
  c.ms, c.job_id, c.client_closed, c.cache_age_seconds, c.provider, c.count
from calls c join accounts a on a.id = c.account_id`

const smallint = (status: number): number => {
  if (!Number.isInteger(status) || status < 0 || status > 999)
    throw invalidParameter('status', 'must be a status code')
  return status
}

function readCursor(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw invalidParameter('cursor', 'must be a next_cursor of this list')
  return Number(cursor)
}
