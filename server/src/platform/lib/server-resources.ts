// Resources of the server process, such as file descriptors, and connection errors if they run out. Such an error says
// nothing about the host that the server connects to.

const lackCodes = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS'])

/** The code of an error for a lack of resources; null for all others. */
export function findServerFault(error: unknown): string | null {
  // One error for each address of the host.
  const codes = (error instanceof AggregateError ? error.errors : [error]).map(readCode)
  const code = codes.find((one) => lackCodes.has(one))
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

/** How many files may be open; Node raises its soft limit to the hard one at start. Infinity if the system has no limit or does not say. */
export function readDescriptorLimit(): number {
  // Otherwise the report looks up the names of the hosts of all open connections.
  const report = Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const limit = Number(userLimits?.open_files?.soft)
  return limit > 0 ? limit : Number.POSITIVE_INFINITY
}
