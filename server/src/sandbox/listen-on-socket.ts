// Binds a server to a Unix socket that only its owner can reach, and clears away the socket of a server that died.
import { chmod, lstat, mkdir, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { dirname } from 'node:path'

/** The kernel's limit for a socket's path; a longer one would be cut short in silence. */
const pathBytesMax = 107

export async function listenOnSocket(server: Server, socketPath: string): Promise<void> {
  if (Buffer.byteLength(socketPath) > pathBytesMax)
    throw new Error(`the socket's path is longer than ${pathBytesMax} bytes: ${socketPath}`)
  await mkdir(dirname(socketPath), { recursive: true, mode: 0o700 })
  const left = await lstat(socketPath).catch(() => null)
  if (left && !left.isSocket()) throw new Error(`there is something else than a socket at ${socketPath}`)
  if (left) await rm(socketPath)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ path: socketPath }, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
  await chmod(socketPath, 0o600)
}
