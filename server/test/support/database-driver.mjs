// A server process in small, for tests that kill it: opens the database of a data folder, then obeys one command a
// line (`query <sql>`, `close`) and answers each with one line of JSON. Started by root with a user id it becomes
// that user once its modules are loaded and the database's programs are within his reach, so that it works from a clone
// that is closed to everyone else.

import { chown, mkdir } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { prepareBinaries } from '../../dist/db/embedded-binaries.js'
import { choosePlace, openDataFolder } from '../../dist/db/embedded-place.js'
import { openDatabase } from '../../dist/db/open-database.js'

const [dataDir = '', purpose = 'serve', uid = '', native] = process.argv.slice(2)
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)
const fail = (error) => {
  say({ failed: error.message, name: error.name })
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
  say(await prepareBinaries(place, { native, version: 'test' }).catch(fail))
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
  say({ ready: true, firstStart, logged })
  const idle = await database.pool.connect()
  await idle.query('begin')
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'close') break
    const answer = database.pool.query(line.replace(/^query /, ''))
    say(await answer.then(({ rows }) => ({ rows })).catch((error) => ({ error: error.message })))
  }
  idle.release(true)
  await close()
  say({ closed: true })
  // No process.exit: whatever the database left open would keep the process, and fail the test.
  process.stdin.destroy()
}
