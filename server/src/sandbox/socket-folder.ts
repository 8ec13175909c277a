// A private folder for the sandbox's socket, in the temporary folder because a socket's path must be short. A server
// that is killed leaves its own behind, so each start clears away those of the dead.
import { lstat, mkdtemp, readdir, rmdir, unlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SocketFolder = { socketPath: string; remove: () => Promise<void> }

const prefix = 'quarry-sandbox-'
const socketName = 's'
/** A start takes no longer from the folder to the socket in it. */
const unfinishedAgeMs = 60_000
const greetTimeoutMs = 1000

export async function createSocketFolder(within = tmpdir()): Promise<SocketFolder> {
  await sweepDead(within)
  const folder = await mkdtemp(join(within, prefix))
  return { socketPath: join(folder, socketName), remove: () => removeFolder(folder).catch(() => {}) }
}

async function sweepDead(within: string): Promise<void> {
  const names = await readdir(within).catch(() => [])
  for (const name of names)
    if (/^quarry-sandbox-[A-Za-z0-9]{6}$/.test(name)) {
      const folder = join(within, name)
      // What cannot be looked at, or removed, is left where it is: it is no reason not to start.
      if (await isDead(folder).catch(() => false)) await removeFolder(folder).catch(() => {})
    }
}

/** Dead for certain: nobody listens, though the socket got its name only when somebody did (see listen-on-socket). */
async function isDead(folder: string): Promise<boolean> {
  const info = await lstat(folder)
  // The temporary folder is everybody's: another's folder is not ours to judge.
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
    socket.setTimeout(greetTimeoutMs, () => finish(false))
    socket.on('connect', () => finish(false))
    socket.on('error', (error: NodeJS.ErrnoException) => finish(error.code === 'ECONNREFUSED'))
  })
}

/** File by file, never into folders: what a stranger put there must not lead elsewhere. */
async function removeFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await unlink(join(folder, name))
  await rmdir(folder)
}
