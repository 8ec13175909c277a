// Bare pg-boss in its fastest use: concurrent sends, then fetching and completing whole batches.
import PgBoss from 'pg-boss'

const queue = 'bare'
const batchSize = 64

/** Runs its statements through `executeSql`, on the database of the caller. */
export async function startPgBoss(executeSql) {
  const boss = new PgBoss({ db: { executeSql }, schema: queue, schedule: false, supervise: false })
  boss.on('error', console.error)
  await boss.start()
  await boss.createQueue(queue)
  return {
    send: () => boss.send(queue, { query: '1000000000017' }),
    /** Returns how many jobs it completed. */
    async completeBatch() {
      const jobs = await boss.fetch(queue, { batchSize })
      const ids = jobs.map(({ id }) => id)
      if (ids.length > 0) await boss.complete(queue, ids)
      return ids.length
    },
    stop: () => boss.stop({ graceful: false }),
  }
}
