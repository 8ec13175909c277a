// The admin log: which operator or key changed what, and when. A row is written in the transaction of its change and
// never contains a secret, because no change carries one.
import { anything, object, type Static, text } from '@quarry/kit/schema'
import { checkLimit, cutPage, readIdCursor, replaceNul } from '../platform/db/page.ts'
import { type Queryable, readRows, statement } from '../platform/db/statement.ts'
import { moment } from '../platform/lib/schemas.ts'

/** The actor name of a key. */
export const toActor = ({ keyId }: { keyId: string }): string => `key ${keyId}`

export type AdminChange = { actor: string; action: string; subject: string; detail: object }

const insertStatement = statement(
  'insert into admin_log (actor, action, subject, detail) values ($1, $2, $3, $4)',
)

export async function writeAdminLog(client: Queryable, change: AdminChange): Promise<void> {
  const { actor, action, subject, detail } = change
  await client.query({ ...insertStatement, values: [actor, action, subject, JSON.stringify(detail)] })
}

export type ChangesQuery = {
  /** An account slug or a key id, exact match. */
  subject?: string
  limit?: number
  cursor?: string
}

/** A row of the log as the operator sees it. */
export const loggedChange = object({
  at: moment(),
  actor: text('admin 127.0.0.1'),
  action: text('create key'),
  subject: text('acme'),
  detail: anything('The fields of the request.'),
})

const listStatement = statement(`
select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, actor, action, subject, detail
from admin_log
where ($1::bigint is null or id < $1) and ($2::text is null or subject = $2)
order by id desc limit $3`)

const defaultLimit = 50

type Row = Static<typeof loggedChange> & { id: number; detail: string }

/** Newest first. */
export async function listChanges(pool: Queryable, query: ChangesQuery) {
  const { subject, limit: requestedLimit = defaultLimit, cursor } = query
  const limit = checkLimit(requestedLimit)
  const before = cursor === undefined ? null : readIdCursor(cursor)
  const rows = await readRows<Row>(pool, listStatement, [before, subject && replaceNul(subject), limit + 1])
  const { shown, next } = cutPage(rows, limit, ({ id }) => String(id))
  const changes = shown.map(({ id: _, detail, ...change }) => ({ ...change, detail: JSON.parse(detail) }))
  return { changes, next_cursor: next }
}
