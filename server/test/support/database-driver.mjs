// A minimal server process for tests that kill it: opens the database of a data folder, then reads one command per
// line (`query <sql>`, `close`) and answers each with one line of JSON. Started by root with a user id, it becomes
// that user once its modules are loaded and that user can run the database binaries, so that it works from a clone
// without access for others.

import { chown, mkdir } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { prepareBinaries } from '../../dist/platform/db/embedded-binaries.js'
import { choosePlace, openDataFolder } from '../../dist/platform/db/embedded-place.js'
import { openDatabase } from '../../dist/platform/db/open-database.js'

const [dataDir = '', purpose = 'serve', uid = '', native] = process.argv.slice(2)
const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)
const fail = (error) => {
  send({ failed: error.message, name: error.name })
  process.exit(1)
}

if (uid !== '') {
  if (native === undefined) await bringBinaries(Number(uid))
  process.setgroups?.([])
  process.setgid?.(Number(uid))
  process.setuid?.(Number(uid))
}

if (native === undefined) await serve().catch(fail)
else {
  const place = await choosePlace(await openDataFolder(dataDir))
  send(await prepareBinaries(place, { native, version: 'test' }).catch(fail))
}

async function bringBinaries(to) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await chown(dataDir, to, to)
  const account = { uid: to, gid: to, identity: { uid: to, gid: to } }
  await prepareBinaries({ base: dataDir, cluster: '', socketDir: '', account })
}

async function serve() {
  const logged = []
  const options = {
    dataDir,
    purpose: purpose === 'command' ? purpose : 'serve',
    log: logged.push.bind(logged),
  }
  const { database, close, firstStart } = await openDatabase(options)
  send({ ready: true, firstStart, logged })
  const idle = await database.pool.connect()
  await idle.query('begin')
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'close') break
    const result = database.pool.query(line.replace(/^query /, ''))
    send(await result.then(({ rows }) => ({ rows })).catch((error) => ({ error: error.message })))
  }
  idle.release(true)
  await close()
  send({ closed: true })
  // No process.exit: anything that the database left open would keep the process running and fail the test.
  process.stdin.destroy()
}
