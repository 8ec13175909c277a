// CPU time of other processes, from /proc. NaN on systems without /proc.
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

function readStat(pid: number | string): { parent: number; ms: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The process name in parentheses may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0)
    return { parent: Number(fields[1]), ms: (ticks * 1000) / ticksPerSecond }
  } catch {
    return null
  }
}

/** CPU time of a process, its threads and its finished children. */
export const processorMs = (pid: number): number => readStat(pid)?.ms ?? Number.NaN

/** CPU time of a process and its running children. */
export function familyMs(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readStat)
    .filter((stat) => stat?.parent === pid)
  return processorMs(pid) + children.reduce((sum, stat) => sum + (stat?.ms ?? 0), 0)
}

export const readParentPid = (pid: number): number => readStat(pid)?.parent ?? Number.NaN
