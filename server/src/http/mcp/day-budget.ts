// The daily budget (UTC) of a key's tool calls over MCP. One conditional statement reserves the price, so that
// concurrent calls on any number of servers cannot exceed the budget together.

import { prepared, type Queryable, readRows } from '../../platform/db/statement.ts'

export type DayBudget = ReturnType<typeof createDayBudget>

const today = `(quarry_now() at time zone 'UTC')::date`

// Also deletes rows older than a week.
const reserveStatement = prepared(
  'quarry-reserve-agent',
  `with old as (delete from agent_spending where key_id = $1 and day < ${today} - 7)
insert into agent_spending as spent (key_id, day, credits) values ($1, ${today}, $2)
on conflict (key_id, day) do update set credits = spent.credits + excluded.credits
where spent.credits + excluded.credits <= $3
returning day::text`,
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

export const createDayBudget = ({ pool }: { pool: Queryable }) => ({
  /**
   * Returns a function that releases what was not spent and returns the credits left; null if the price exceeds the
   * remaining budget.
   */
  async reserve(keyId: string, price: number, limit: number) {
    if (price > limit) return null
    const [row] = await readRows<{ day: string }>(pool, reserveStatement, [keyId, price, limit])
    if (!row) return null
    return async (spent: number): Promise<number> => {
      const values = [keyId, row.day, price - spent]
      const [settled] = await readRows<{ credits: number }>(pool, settleStatement, values)
      return limit - (settled?.credits ?? 0)
    }
  },
  async left(keyId: string, limit: number): Promise<number> {
    const [spent] = await readRows<{ credits: number }>(pool, spentStatement, [keyId])
    return Math.max(0, limit - (spent?.credits ?? 0))
  },
})
