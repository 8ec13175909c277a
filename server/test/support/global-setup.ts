// One embedded PostgreSQL for a whole test run, owned by the runner's process and started when the first test requests
// it over a socket, so that a run of pure unit tests does not start it.
import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { connect } from '../../src/platform/db/connect.ts'
import { type Embedded, startEmbedded } from '../../src/platform/db/embedded.ts'
import { holdDataFolder } from '../../src/platform/db/hold-data-folder.ts'
import { removeAbandoned, testFolderPrefix } from './abandoned.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A socket that answers with one line: the URL of the template database. */
    databaseSocket: string
  }
}

/** Fast instead of durable; tests of durability start their own server. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  max_wal_size: '128MB',
}

/** The URL of an empty database on another PostgreSQL version, to test compatibility with it. */
const givenUrl = process.env.QUARRY_TEST_DATABASE

/** Parser threads, server processes and the command line run from the build. */
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
  // The database user must be able to traverse the folder.
  await chmod(folder, 0o711)
  const hold = await holdDataFolder(folder, 'command')
  let starting: Promise<Pick<Embedded, 'target' | 'stop'>> | undefined
  const start = async () => {
    const embedded = givenUrl
      ? { target: { url: givenUrl }, stop: async () => {} }
      : await startEmbedded({ dataDir: join(folder, 'data'), settings })
    // Imported here, because it comes from the build, which may have been updated after this file was loaded.
    const { migrate } = await import('../../src/platform/db/migrate.ts')
    const template = connect(embedded.target, { max: 2 })
    await migrate(template).finally(() => template.close())
    return embedded
  }
  const sockets = new Set<Socket>()
  const socketServer = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    starting ??= start()
    starting.then(
      (embedded) => socket.end(JSON.stringify({ url: embedded.target.url })),
      (error: Error) => socket.end(JSON.stringify({ error: error.message })),
    )
  })
  const socketPath = join(folder, 'database.sock')
  await new Promise<void>((resolve) => socketServer.listen(socketPath, resolve))
  project.provide('databaseSocket', socketPath)
  return async () => {
    socketServer.close()
    for (const socket of sockets) socket.destroy()
    const embedded = await starting?.catch(() => undefined)
    await embedded?.stop()
    await hold.release()
    await rm(folder, { recursive: true, force: true })
  }
}
