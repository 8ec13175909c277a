// The daily budget (UTC) of a key's tool calls over MCP. One conditional statement reserves the price, so that
// concurrent calls on any number of servers cannot exceed the budget together.

import { prepared, type Queryable } from '../db/statement.ts'

export type Reserved = {
  /** Credits left in the budget after the reservation. */
  left: number
  /** Releases what was not spent and returns the credits left. */
  settle: (credits: number) => Promise<number>
}

export type DayBudget = {
  /** Null if the price exceeds the remaining budget. */
  reserve: (keyId: string, price: number, limit: number) => Promise<Reserved | null>
  left: (keyId: string, limit: number) => Promise<number>
}

const today = `(quarry_now() at time zone 'UTC')::date`

// Also deletes rows older than a week.
const reserveStatement = prepared(
  'quarry-reserve-agent',
  `with old as (delete from agent_spending where key_id = $1 and day < ${today} - 7)
insert into agent_spending as spent (key_id, day, credits) values ($1, ${today}, $2)
on conflict (key_id, day) do update set credits = spent.credits + excluded.credits
where spent.credits + excluded.credits <= $3
returning day::text, credits::integer`,
)

const settleStatement = prepared(
  'quarry-settle-agent',
  `update agent_spending set credits = credits - $3 where key_id = $1 and day = $2::date
returning credits::integer`,
)

const spentStatement = prepared(
  'quarry-agent-spending',
  `select credits::integer from agent_spending where key_id = $1 and day = ${today}`,
)

export function createDayBudget({ pool }: { pool: Queryable }): DayBudget {
  return {
    async reserve(keyId, price, limit) {
      if (price > limit) return null
      const { rows } = await pool.query<{ day: string; credits: number }>({
        ...reserveStatement,
        values: [keyId, price, limit],
      })
      const [row] = rows
      if (!row) return null
      return {
        left: limit - row.credits,
        async settle(credits) {
          const values = [keyId, row.day, price - credits]
          const { rows: settled } = await pool.query<{ credits: number }>({ ...settleStatement, values })
          return limit - (settled[0]?.credits ?? 0)
        },
      }
    },
    async left(keyId, limit) {
      const { rows } = await pool.query<{ credits: number }>({ ...spentStatement, values: [keyId] })
      return Math.max(0, limit - (rows[0]?.credits ?? 0))
    },
  }
}
