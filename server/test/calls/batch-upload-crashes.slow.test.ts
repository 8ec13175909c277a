// Servers that are killed while files are uploaded and while their batches run: no line is lost, none is paid twice.
// The long form has 20 kills: `npm run test:long -- uploads`.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccountStore } from '../../src/accounts/account-store.ts'
import { createKeys } from '../../src/accounts/keys.ts'
import { audit } from '../../src/ledger/audit.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { isLong, longOrShort } from '../support/long.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { createTempFolder } from '../support/temp-folder.ts'

const kills = longOrShort('kills', { short: 2, long: 20 })
const lines = longOrShort('lines', { short: 2_200, long: 20_000 })

let fresh: FreshDatabase
const folder = createTempFolder('quarry-uploads-')
let server: ServerProcess
let secret: string
const start = async () => {
  server = await startServer({ DATABASE_URL: fresh.target.url, QUARRY_DATA_DIR: join(folder, 'data') })
}
beforeAll(async () => {
  fresh = await freshDatabase()
  const credits = lines * (kills + 1)
  await createAccountStore(fresh.database).create(
    { slug: 'files', name: 'files', bonus_credits: credits },
    'test',
  )
  secret = (await createKeys(fresh.database).create('files', { alias: 'main' }, 'test')).secret
  await start()
})
afterAll(async () => {
  await server.stop('SIGKILL')
  await fresh.drop()
  rmSync(folder, { recursive: true, force: true })
})

const csv = `query\n${'fenmont.example\n'.repeat(lines)}`
/** The second half comes when `release` is called. */
function upload(key: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  async function* body() {
    yield Buffer.from(csv.slice(0, csv.length / 2))
    await released
    yield Buffer.from(csv.slice(csv.length / 2))
  }
  const response = fetch(`${server.url}/v2/batches?endpoint=/v2/company`, {
    method: 'POST',
    headers: { 'x-api-key': secret, 'content-type': 'text/csv', 'idempotency-key': key },
    body: body(),
    duplex: 'half',
  } as unknown as RequestInit)
  return { response, release }
}
const count = async (from: string): Promise<number> => {
  const { rows } = await fresh.database.pool.query<{ n: number }>(
    `select count(*)::integer as n from ${from}`,
  )
  return rows[0]?.n ?? 0
}
async function restart(): Promise<void> {
  await server.stop('SIGKILL')
  // As after the half minute of the lease.
  await fresh.database.pool.query(
    "update batch_uploads set seen = now() - interval '1 hour' where slot is not null",
  )
  await start()
}

/** Waits as long as jobs are completed: the long form has hundreds of thousands of them. */
async function waitForBatches(): Promise<void> {
  let open = 1
  let completed = -1
  while (open > 0) {
    const before = completed
    await eventually(async () => {
      open = await count('batches where open > 0')
      completed = await count("jobs where state = 'completed'")
      expect(open === 0 || completed > before).toBe(true)
    })
    await sleep(500)
  }
}

test(`${kills} kills during upload and run: every line ends once and is paid once`, {
  timeout: isLong ? 7_200_000 : 180_000,
}, async () => {
  const ids = new Set<string>()
  for (let kill = 0; kill < kills; kill += 1) {
    const cut = upload(`file-${kill}`)
    const lost = cut.response.then(
      (response) => response.status,
      () => 'lost',
    )
    await eventually(async () => expect(await count('batch_lines')).toBeGreaterThan(0))
    await restart()
    cut.release()
    expect(await lost).toBe('lost')
    const again = upload(`file-${kill}`)
    again.release()
    const accepted = await again.response
    expect(accepted.status).toBe(202)
    ids.add(((await accepted.json()) as { batch_id: string }).batch_id)
    // Kills at another moment of each run.
    await sleep(kill * 137)
    await restart()
  }
  expect(ids.size).toBe(kills)
  await waitForBatches()
  expect(await count('batches')).toBe(kills)
  expect(await count("jobs where state = 'completed' and status_code = 200 and credits = 1")).toBe(
    kills * lines,
  )
  expect(await count('(select distinct batch_id, item from jobs) items')).toBe(kills * lines)
  expect(await count("ledger where entry = 'charge'")).toBe(kills * lines)
  expect(await count('holds')).toBe(0)
  expect((await count('batch_lines')) + (await count('batch_uploads'))).toBe(0)
  expect(await audit(fresh.database)).toEqual([])
})
