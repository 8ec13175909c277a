// One embedded PostgreSQL for a whole test run, owned by the runner's own process and started when the first
// test asks for it over a socket: a run of pure tests pays nothing.
import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { connect } from '../../src/db/connect.ts'
import { type Embedded, startEmbedded } from '../../src/db/embedded.ts'
import { holdDataFolder } from '../../src/db/hold-data-folder.ts'
import { removeAbandoned, testFolderPrefix } from './abandoned.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the address of the template database, one line. */
    databaseDoor: string
  }
}

/** Tests of durability start a server of their own; here speed is what counts. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  max_wal_size: '128MB',
}

/** The address of an empty database of another PostgreSQL than the shipped one, where it is to be shown that it does. */
const givenUrl = process.env.QUARRY_TEST_DATABASE

/** Reading threads, the server's own process and the command line run from the build. */
function makeBuild(): void {
  for (const name of ['scripts/build.mjs', 'cli/build.mjs']) {
    const script = fileURLToPath(new URL(`../../../${name}`, import.meta.url))
    if (spawnSync(process.execPath, [script, '--if-stale'], { stdio: 'inherit' }).status !== 0)
      throw new Error(`${name} failed`)
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned()
  makeBuild()
  const folder = await mkdtemp(testFolderPrefix)
  // The user that runs the database must be able to pass.
  await chmod(folder, 0o711)
  const hold = await holdDataFolder(folder, 'command')
  let starting: Promise<Pick<Embedded, 'target' | 'stop'>> | undefined
  const start = async () => {
    const embedded = givenUrl
      ? { target: { url: givenUrl }, stop: async () => {} }
      : await startEmbedded({ dataDir: join(folder, 'data'), settings })
    // Loaded here, because it comes from the build that was brought up to date after this file was loaded.
    const { migrate } = await import('../../src/db/migrate.ts')
    const template = connect(embedded.target, { max: 2 })
    await migrate(template).finally(() => template.close())
    return embedded
  }
  const sockets = new Set<Socket>()
  const door = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    starting ??= start()
    starting.then(
      (embedded) => socket.end(JSON.stringify({ url: embedded.target.url })),
      (error: Error) => socket.end(JSON.stringify({ error: error.message })),
    )
  })
  const doorPath = join(folder, 'door.sock')
  await new Promise<void>((resolve) => door.listen(doorPath, resolve))
  project.provide('databaseDoor', doorPath)
  return async () => {
    door.close()
    for (const socket of sockets) socket.destroy()
    const embedded = await starting?.catch(() => undefined)
    await embedded?.stop()
    await hold.release()
    await rm(folder, { recursive: true, force: true })
  }
}
