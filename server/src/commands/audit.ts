// `quarry audit`: proves that the books are right, or says where they are not.
import { audit as auditBooks } from '../credits/audit.ts'
import { UsageError } from './usage-error.ts'
import { withDatabase } from './with-database.ts'

export async function audit(args: readonly string[]): Promise<number> {
  if (args.length > 0) throw new UsageError(`audit takes no arguments, but got ${args[0]}`)
  const differences = await withDatabase(auditBooks)
  if (differences.length === 0) process.stdout.write('The books are right: no difference found.\n')
  for (const difference of differences) process.stderr.write(`quarry: ${difference}\n`)
  return differences.length === 0 ? 0 : 1
}
