// Where tests store their files: in memory if the machine has room, unless TMPDIR names a folder. Copying the template
// database creates six hundred files, which takes ten times as long on some disks.
import { readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memoryFolder = '/dev/shm'
const leastFreeBytes = 4 * 1024 ** 3

export const fastFolder = (): string =>
  process.env.TMPDIR === undefined && hasRoom() ? memoryFolder : tmpdir()

/** Containers often have a small one that is mounted noexec; PostgreSQL may have to be copied there. */
function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
    const own = mounts.filter((line) => line.split(' ')[1] === memoryFolder)
    return bavail * bsize >= leastFreeBytes && !own.some((line) => /\bnoexec\b/.test(line))
  } catch {
    return false
  }
}
