// Alarms that have ended, stored for the days that the status page shows.
import { changeRows, type Queryable, readRows, statement } from '../../platform/db/statement.ts'
import type { DriftAlarm } from '../drift/drift.ts'

export type Incident = Pick<DriftAlarm, 'provider' | 'form' | 'field' | 'kind' | 'since'> & {
  endpoint: string
  until: string
}

const shownDays = 30
const maxShown = 500

const noteStatement = statement(`
insert into incidents (endpoint, provider, form, field, kind, since, until)
values ($1, $2, $3, $4, $5, $6, quarry_now())`)
const readStatement = statement(`
select endpoint, provider, form, field, kind, since, until from incidents
where until > quarry_now() - interval '${shownDays} days' order by until desc limit ${maxShown}`)
const dropStatement = statement(`
delete from incidents where until < quarry_now() - interval '${shownDays + 1} days'`)

export type Incidents = ReturnType<typeof createIncidents>

export function createIncidents(pool: Queryable, onError: (error: unknown) => void) {
  const running = new Set<Promise<void>>()
  return {
    /** Stores an alarm that has ended. Never throws or waits. */
    note(path: string, { provider, form, field, kind, since }: DriftAlarm): void {
      const writing = changeRows(pool, noteStatement, [path, provider, form, field, kind, since])
        .then(() => {}, onError)
        .finally(() => running.delete(writing))
      running.add(writing)
    },
    /** Sorted by end, newest first. */
    async read(): Promise<Incident[]> {
      type Row = Omit<Incident, 'since' | 'until'> & { since: Date; until: Date }
      const rows = await readRows<Row>(pool, readStatement)
      return rows.map((row) => ({ ...row, since: row.since.toISOString(), until: row.until.toISOString() }))
    },
    /** Resolves when all alarms are written. */
    close: async () => void (await Promise.all(running)),
  }
}

/** Any number of servers may call this at any time. */
export const dropOldIncidents = (pool: Queryable) => changeRows(pool, dropStatement)
