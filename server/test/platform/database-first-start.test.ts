// Servers that start together on a new database create its tables once, and all of them start.
import { expect, test } from 'vitest'
import { connect } from '../../src/platform/db/connect.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { migrations } from '../../src/platform/db/migrations/index.ts'
import { freshDatabase } from '../support/database.ts'

const rounds = 5
const servers = 6

test('servers that start together on a new database all start', async () => {
  for (let round = 0; round < rounds; round++) {
    const fresh = await freshDatabase()
    await fresh.database.pool.query('drop schema public cascade; create schema public')
    const databases = Array.from({ length: servers }, () => connect(fresh.target, { max: 2 }))
    try {
      const applied = await Promise.all(databases.map((database) => migrate(database)))
      expect(applied.flat()).toEqual(Object.keys(migrations))
    } finally {
      await Promise.all(databases.map((database) => database.close()))
      await fresh.drop()
    }
  }
})
