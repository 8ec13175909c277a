// Decides for each table of the database whether a backup contains it. A test fails for a table that is in neither
// list.

/**
 * The saved tables, in the order in which a restore loads them: a table comes after those that it refers to. Each group
 * is loaded in one transaction.
 */
export const savedGroups = {
  accounts: [
    'accounts',
    'keys',
    'key_graces',
    'key_meters',
    'quota_buckets',
    'agent_spending',
    'webhook_secrets',
    'webhook_graces',
    'admin_log',
  ],
  ledger: ['ledger', 'holds', 'idempotency_keys'],
  log: ['calls'],
  counters: [
    'rollups',
    'rollups_hourly',
    'rollups_pending',
    'endpoint_hours',
    'event_secret',
    'provider_bookings',
    'provider_hours',
    'drift_series',
    'incidents',
  ],
  // Lines of open uploads are saved too; the restored server deletes them, because their lease is over.
  jobs: ['jobs', 'batches', 'batch_uploads', 'batch_lines', 'watches', 'watch_events', 'webhook_deliveries'],
} as const satisfies Record<string, readonly string[]>

export type GroupName = keyof typeof savedGroups

/**
 * The left-out tables, each with the reason.
 * @internal
 */
export const leftOutTables: Readonly<Record<string, string>> = {
  functions: 'created by the migrations',
  kysely_migration: 'created by the migrations; the manifest lists them',
  sessions: 'sign-ins to the console end with the server',
  session_codes: 'links that sign in work for ten minutes',
  backup_runs: 'the files that it names belong to the server that saved them',
  stored_bytes: 'counted again by triggers when jobs, batches, watches and messages are loaded',
  final_responses: 'a cache',
}

/** Saved tables whose names a migration changed: their earlier names, in older databases and backups of them. */
const earlierNames: Readonly<Record<string, string>> = { provider_bookings: 'provider_turns' }

export const savedTables: readonly string[] = Object.values(savedGroups).flat()

/** The names of saved tables in any version. A database has either the current or the earlier name of a table. */
export const savedNames: readonly string[] = savedTables.flatMap((name) => {
  const earlier = earlierNames[name]
  return earlier === undefined ? [name] : [name, earlier]
})

export function findGroup(name: string): GroupName | undefined {
  for (const [group, tables] of Object.entries(savedGroups))
    if (tables.some((table) => table === name || earlierNames[table] === name)) return group as GroupName
  return undefined
}
