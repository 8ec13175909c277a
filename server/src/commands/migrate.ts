// `quarry migrate`: the schema of this version, applied apart from a server's start.
import { migrate } from '../db/migrate.ts'
import { UsageError } from './usage-error.ts'
import { withDatabase } from './with-database.ts'

export async function migrateCommand(args: readonly string[]): Promise<number> {
  if (args.length > 0) throw new UsageError(`migrate takes no arguments, but got ${args[0]}`)
  const applied = await withDatabase(migrate)
  process.stdout.write(
    applied.length === 0 ? 'The database is up to date.\n' : `Applied: ${applied.join(', ')}\n`,
  )
  return 0
}
