// Recognises connection errors of the server itself, such as a lack of file descriptors. They say nothing about the host
// that it connects to.

const lacking = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS'])

/** The code of such an error; null for all others. */
export function findServerFault(error: unknown): string | null {
  // One error for each address of the host.
  const codes = (error instanceof AggregateError ? error.errors : [error]).map(readCode)
  const code = codes.find((one) => lacking.has(one))
  if (code !== undefined) return code
  // All local ports are in use. A server without IPv6 gets it for IPv6 addresses too.
  const [first] = codes
  return first === 'EADDRNOTAVAIL' && codes.every((one) => one === first) ? first : null
}

/** The code of a system error; "unknown" for an error without one. */
export function readCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : 'unknown'
}
