// The record of scheduled backups in the database, which all servers share.
import { changeRows, type Queryable, readRows, statement } from '../../platform/db/statement.ts'

/** Inserts nothing if another server began a run since `latestRun` was read. */
const beginStatement = statement(`
insert into backup_runs (started, name) select quarry_now(), $1
where (select max(id) from backup_runs) is not distinct from $2::bigint returning id`)
const endStatement = statement(`
update backup_runs set finished = quarry_now(), succeeded = $2, bytes = $3, error = $4 where id = $1`)
const forgetStatement = statement('delete from backup_runs where id = $1')
const summaryStatement = statement(`
with last as (select * from backup_runs where succeeded order by id desc limit 1),
  failed as (select * from backup_runs where succeeded is not true and id > coalesce((select id from last), 0))
select quarry_now() as now, (select max(id) from backup_runs) as "latestRun", (select started from last) as success, (select bytes from last) as bytes,
  (select extract(epoch from finished - started)::float8 from last) as seconds,
  (select count(*) from failed where not succeeded) as failures, (select min(started) from failed) as "failingSince",
  (select max(started) from failed) as "lastFailure",
  (select error from failed where error is not null order by id desc limit 1) as error,
  coalesce((select bool_or(alarmed) from failed), false) as alarmed`)
const alarmStatement = statement(`
update backup_runs set alarmed = true where not alarmed and id = (
  select min(id) from backup_runs where succeeded is not true
    and id > coalesce((select max(id) from backup_runs where succeeded), 0)) returning id`)
const surplusStatement = statement(`
select id, name from backup_runs where succeeded and not removed order by id desc offset $1`)
const removedStatement = statement('update backup_runs set removed = true where id = $1')
/** Deletes runs that are older than half a year, unless their file still exists. */
const oldStatement = statement(`
delete from backup_runs where started < quarry_now() - interval '180 days' and (removed or succeeded is not true)`)

export type BackupSummary = {
  now: Date
  latestRun: number | null
  /** The snapshot of the last good backup. */
  success: Date | null
  bytes: number | null
  seconds: number | null
  /** Failed attempts since then. */
  failures: number
  failingSince: Date | null
  lastFailure: Date | null
  error: string | null
  alarmed: boolean
}

export const createBackupRuns = (pool: Queryable) => ({
  /** Null if another server began a run first. */
  async begin(name: string, latestRun: number | null): Promise<number | null> {
    const { rows } = await pool.query<{ id: number }>({ ...beginStatement, values: [name, latestRun] })
    return rows[0]?.id ?? null
  },
  async end(id: number, result: { bytes: number } | { error: string }): Promise<void> {
    const [bytes, error] = 'bytes' in result ? [result.bytes, null] : [null, result.error.slice(0, 500)]
    await pool.query({ ...endStatement, values: [id, error === null, bytes, error] })
    await pool.query(oldStatement)
  },
  forget: (id: number) => changeRows(pool, forgetStatement, [id]),
  async summary(): Promise<BackupSummary> {
    const { rows } = await pool.query<BackupSummary>(summaryStatement)
    return rows[0] as BackupSummary
  },
  /** True for one server only. */
  alarm: async (): Promise<boolean> => (await changeRows(pool, alarmStatement)) === 1,
  listSurplus: (keep: number) => readRows<{ id: number; name: string }>(pool, surplusStatement, [keep]),
  markRemoved: (id: number) => changeRows(pool, removedStatement, [id]),
})
