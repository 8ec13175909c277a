// The migrations in order, listed by hand so that a build needs no folder to scan. A name is its number and
// what it does; one that has been released is never changed, only followed by another.
import type { Migration } from 'kysely'

export type Migrations = Readonly<Record<string, Migration>>

export const migrations: Migrations = {}
