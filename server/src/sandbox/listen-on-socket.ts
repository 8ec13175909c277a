// Binds a server to a Unix socket that only its owner can use, and replaces the socket of a server that died.
import { once } from 'node:events'
import { chmod, lstat, mkdir, rename, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { dirname, join } from 'node:path'

/** The kernel's limit for a socket's path, which it truncates silently. */
const maxPathBytes = 107
/** Temporary name in the same folder, not longer than the socket's name. */
const temporaryName = '~'

/** The socket gets its name only when it listens, so one that refuses connections is dead. */
export async function listenOnSocket(server: Server, socketPath: string): Promise<void> {
  if (Buffer.byteLength(socketPath) > maxPathBytes)
    throw new Error(`the socket's path is longer than ${maxPathBytes} bytes: ${socketPath}`)
  await mkdir(dirname(socketPath), { recursive: true, mode: 0o700 })
  const existing = await lstat(socketPath).catch(() => null)
  if (existing && !existing.isSocket())
    throw new Error(`there is a file that is not a socket at ${socketPath}`)
  const path = join(dirname(socketPath), temporaryName)
  await rm(path, { force: true })
  server.listen({ path })
  await once(server, 'listening')
  await chmod(path, 0o600)
  await rename(path, socketPath)
}
