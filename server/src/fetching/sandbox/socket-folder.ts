// A private folder for the sandbox's socket, in the temporary folder because a socket's path must be short. Each start
// removes the folders of servers that were killed.
import { lstat, mkdtemp, readdir, rmdir, unlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'quarry-sandbox-'
const socketName = 's'
/** A start creates the socket within this time. */
const unfinishedAgeMs = 60_000
const connectTimeoutMs = 1000

export async function createSocketFolder(within = tmpdir()) {
  await sweepDead(within)
  const folder = await mkdtemp(join(within, prefix))
  return { socketPath: join(folder, socketName), remove: () => removeFolder(folder).catch(() => {}) }
}

async function sweepDead(within: string): Promise<void> {
  const names = await readdir(within).catch(() => [])
  for (const name of names)
    if (/^quarry-sandbox-[A-Za-z0-9]{6}$/.test(name)) {
      const folder = join(within, name)
      // Errors are ignored: the server starts anyway.
      if (await isDead(folder).catch(() => false)) await removeFolder(folder).catch(() => {})
    }
}

/** No server listens, though the socket gets its name only when one does (see start-sandbox). */
async function isDead(folder: string): Promise<boolean> {
  const info = await lstat(folder)
  // Other users share the temporary folder; their folders are left alone.
  if (!info.isDirectory() || info.uid !== process.geteuid?.()) return false
  const socket = await lstat(join(folder, socketName)).catch(() => null)
  if (socket === null) return Date.now() - info.mtimeMs > unfinishedAgeMs
  return socket.isSocket() && (await isRefused(join(folder, socketName)))
}

function isRefused(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    const finish = (refused: boolean) => {
      socket.destroy()
      resolve(refused)
    }
    socket.setTimeout(connectTimeoutMs, () => finish(false))
    socket.on('connect', () => finish(false))
    socket.on('error', (error: NodeJS.ErrnoException) => finish(error.code === 'ECONNREFUSED'))
  })
}

/** File by file, not recursively: another user may have put a link there. */
async function removeFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await unlink(join(folder, name))
  await rmdir(folder)
}
