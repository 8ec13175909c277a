// Lists the admin log, newest first: what was changed, when and by which actor.

import { checkLimit, cutPage, readIdCursor, replaceNul } from '../db/page.ts'
import { type Queryable, statement } from '../db/statement.ts'

export type ChangesQuery = {
  /** An account slug or a key id, exact match. */
  subject?: string
  limit?: number
  cursor?: string
}

export type ChangeView = { at: string; actor: string; action: string; subject: string; detail: unknown }
export type ChangesPage = { changes: ChangeView[]; next_cursor: string | null }

const listStatement = statement(`
select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, actor, action, subject, detail
from admin_log
where ($1::bigint is null or id < $1) and ($2::text is null or subject = $2)
order by id desc limit $3`)

const defaultLimit = 50

type Row = Omit<ChangeView, 'detail'> & { id: number; detail: string }

export async function listChanges(pool: Queryable, query: ChangesQuery): Promise<ChangesPage> {
  const { subject, limit: requestedLimit = defaultLimit, cursor } = query
  const limit = checkLimit(requestedLimit)
  const { rows } = await pool.query<Row>({
    ...listStatement,
    values: [
      cursor === undefined ? null : readIdCursor(cursor),
      subject === undefined ? null : replaceNul(subject),
      limit + 1,
    ],
  })
  const { shown, next } = cutPage(rows, limit, ({ id }) => String(id))
  return { changes: shown.map(toView), next_cursor: next }
}

const toView = ({ id: _, detail, ...change }: Row): ChangeView => ({ ...change, detail: JSON.parse(detail) })
