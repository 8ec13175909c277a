// Keeps every server together within the pace of an outside interface: turns are booked in the database, many with one
// statement, and waited for here.

import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '@quarry/kit/errors'
import type { Pace } from '@quarry/kit/upstream-api'
import { prepared, type Queryable, statement } from '../db/statement.ts'
import { createBatcher } from '../lib/batcher.ts'
import type { TakeTurn } from '../upstream/pace.ts'

type Want = { provider: string; pace: Pace; waitMs: number }
type Turn = { booked: boolean; wait_ms: number }

const maxBatch = 200
const maxQueued = 10_000
const maxWaitMs = 600_000

const bookStatement = prepared(
  'quarry-book-turns',
  `select booked, wait_ms from quarry_book_turns($1, $2::integer[], $3::integer, $4::integer, $5::integer, $6::integer,
  $7::integer)
order by n`,
)

const boundsOf = ({ perSecond, perMinute, perDay, perMonth, secondsApart }: Pace) => [
  perSecond,
  perMinute,
  perDay,
  perMonth,
  secondsApart,
]

/** A provider without a bound is never waited for. */
const isBounded = (pace: Pace): boolean => boundsOf(pace).some((bound) => bound !== undefined)

export function createProviderTurns({ pool }: { pool: Queryable }): {
  takeTurn: TakeTurn
  close: () => Promise<void>
} {
  /** A provider whose booking fails gets the error for its own wants alone. */
  async function book(wants: readonly Want[]): Promise<(Turn | Error)[]> {
    const groups = groupByPace(wants)
    const turns = new Map<Want, Turn | Error>()
    for (const group of groups) {
      const [first] = group
      if (!first) continue
      const { provider } = first
      const patience = group.map(({ waitMs }) => Math.max(0, Math.min(Math.floor(waitMs), maxWaitMs)))
      const values = [provider, patience, ...boundsOf(first.pace).map((bound) => bound ?? null)]
      const rows = await pool.query<Turn>({ ...bookStatement, values }).then(
        (result) => result.rows,
        (error: Error) => error,
      )
      for (const [index, want] of group.entries())
        turns.set(want, rows instanceof Error ? rows : (rows[index] as Turn))
    }
    return wants.map((want) => turns.get(want) as Turn | Error)
  }

  const together = createBatcher<Want, Turn | Error>({
    maxBatch,
    maxQueued,
    mayRetry: () => false,
    run: book,
  })

  return {
    async takeTurn(provider, pace, waitMs, signal) {
      if (!isBounded(pace)) return null
      const turn = await together.add({ provider, pace, waitMs })
      if (turn instanceof Error) throw turn
      const { booked, wait_ms: restMs } = turn
      if (!booked)
        throw new Failure('upstream_paced', `${provider} may be asked again in ${restMs} ms`, {
          retryAfterSeconds: Math.max(1, Math.ceil(restMs / 1000)),
        })
      if (restMs > 0) await sleep(restMs, undefined, { signal }).catch(() => signal.throwIfAborted())
      return performance.now()
    },
    close: () => together.close(),
  }
}

/** Some requests of a provider may have a stricter pace than others. */
function groupByPace(wants: readonly Want[]): Want[][] {
  const groups = new Map<string, Want[]>()
  for (const want of wants) {
    const key = JSON.stringify([want.provider, ...boundsOf(want.pace)])
    groups.set(key, [...(groups.get(key) ?? []), want])
  }
  return [...groups.values()]
}

const usedStatement = statement(`
select t.provider,
  (select count(*)::integer from unnest(t.turns) at where at > quarry_now() - interval '1 second' and at <= quarry_now())
    as second,
  (select count(*)::integer from unnest(t.turns) at where at > quarry_now() - interval '1 minute' and at <= quarry_now())
    as minute,
  (select coalesce(sum(h.turns), 0)::integer from provider_hours h
    where h.provider = t.provider and h.hour > quarry_now() - interval '25 hours') as day,
  (select coalesce(sum(h.turns), 0)::integer from provider_hours h where h.provider = t.provider
    and h.hour >= date_trunc('month', quarry_now() at time zone 'UTC') at time zone 'UTC'
    and h.hour < (date_trunc('month', quarry_now() at time zone 'UTC') + interval '1 month') at time zone 'UTC') as month
from provider_turns t`)

export type UsedTurns = { provider: string; second: number; minute: number; day: number; month: number }

/** How often each interface was asked, by all servers. */
export async function readUsedTurns(pool: Queryable): Promise<UsedTurns[]> {
  const { rows } = await pool.query<UsedTurns>(usedStatement)
  return rows
}
