// Processor time of other processes, from /proc: what a turn of a benchmark cost, beside how long it took. Not a number
// where there is no /proc.
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

function readStat(pid: number | string): { parent: number; ms: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in brackets, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0)
    return { parent: Number(fields[1]), ms: (ticks * 1000) / ticksPerSecond }
  } catch {
    return null
  }
}

/** Of a process, its threads and its children that have ended. */
export const processorMs = (pid: number): number => readStat(pid)?.ms ?? Number.NaN

/** Of a process and of every child that it has now. */
export function familyMs(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readStat)
    .filter((stat) => stat?.parent === pid)
  return processorMs(pid) + children.reduce((sum, stat) => sum + (stat?.ms ?? 0), 0)
}

export const readParentPid = (pid: number): number => readStat(pid)?.parent ?? Number.NaN
