// Reads how many file descriptors this process may have open. Node raises its soft limit to the hard one at start.

/** Infinity if the system has no limit or does not say. */
export function readDescriptorLimit(): number {
  // Otherwise the report looks up the names of the hosts of all open connections.
  const report = Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const limit = Number(userLimits?.open_files?.soft)
  return limit > 0 ? limit : Number.POSITIVE_INFINITY
}
