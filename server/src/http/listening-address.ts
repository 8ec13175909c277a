// Where a server really listens, for those who are to reach it.
import type { FastifyInstance } from 'fastify'

/** Empty before it listens: an address in the reference is then relative to where the reference is. */
export function readListeningAddress(server: FastifyInstance): string {
  const at = server.server.address()
  if (at === null || typeof at === 'string') return ''
  const host = { '::': '[::1]', '0.0.0.0': '127.0.0.1' }[at.address]
  return `http://${host ?? (at.family === 'IPv6' ? `[${at.address}]` : at.address)}:${at.port}`
}
