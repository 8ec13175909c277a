// The migrations in order, listed by hand so that a build needs no folder to scan. They create and alter tables;
// functions are in the folder beside this one. A released migration is never renamed or changed, only followed by another.
import { baseline } from './0100-baseline.ts'
import { dropUnusedFunctions } from './0101-drop-unused-functions.ts'
import { jobQueue } from './0102-job-queue.ts'

/** Names and SQL texts. */
export type Migrations = Readonly<Record<string, string>>

export const migrations: Migrations = {
  '0100-baseline': baseline,
  '0101-drop-unused-functions': dropUnusedFunctions,
  '0102-job-queue': jobQueue,
}
