// Servers that start together on a new database make its queue once, and all of them start.
import { expect, test } from 'vitest'
import { connect } from '../src/db/connect.ts'
import { createQueue } from '../src/jobs/queue.ts'
import { freshDatabase } from './support/database.ts'

const rounds = 5
const servers = 6

test('servers that start together on a new database all start', async () => {
  for (let round = 0; round < rounds; round++) {
    const fresh = await freshDatabase()
    const databases = Array.from({ length: servers }, () => connect(fresh.target, { max: 2 }))
    const queues = databases.map(({ pool }) =>
      createQueue({ pool, leaseSeconds: 15, onError: () => undefined }),
    )
    try {
      const ends = await Promise.allSettled(queues.map((queue) => queue.start()))
      expect(ends.filter(({ status }) => status === 'rejected')).toEqual([])
    } finally {
      await Promise.all(queues.map((queue) => queue.close()))
      await Promise.all(databases.map((database) => database.close()))
      await fresh.drop()
    }
  }
})
