// Lowers the priority of a worker thread, so that requests go first on a busy machine.
import { getPriority, setPriority } from 'node:os'

/** To the lowest one by default; lowered by 5, a third of a busy core is left to the thread. */
export function lowerPriority(by = 39): void {
  // On other systems this sets the priority of the whole process, not of the thread.
  if (process.platform === 'linux') setPriority(Math.min(getPriority() + by, 19))
}
