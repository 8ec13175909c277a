// Binds a server to a Unix socket that only its owner can reach, and clears away the socket of a server that died.
import { chmod, lstat, mkdir, rename, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { dirname, join } from 'node:path'

/** The kernel's limit for a socket's path; a longer one would be cut short in silence. */
const pathBytesMax = 107
/** Beside the socket, and never longer than its own name. */
const unfinished = '~'

/** The socket gets its name only once it listens, so one that refuses is dead for certain. */
export async function listenOnSocket(server: Server, socketPath: string): Promise<void> {
  if (Buffer.byteLength(socketPath) > pathBytesMax)
    throw new Error(`the socket's path is longer than ${pathBytesMax} bytes: ${socketPath}`)
  await mkdir(dirname(socketPath), { recursive: true, mode: 0o700 })
  const left = await lstat(socketPath).catch(() => null)
  if (left && !left.isSocket()) throw new Error(`there is something else than a socket at ${socketPath}`)
  const path = join(dirname(socketPath), unfinished)
  await rm(path, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ path }, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
  await chmod(path, 0o600)
  await rename(path, socketPath)
}
