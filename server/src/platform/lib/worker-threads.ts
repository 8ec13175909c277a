// What a worker thread needs: its file, and a lower priority, so that requests go first on a busy machine.
import { getPriority, setPriority } from 'node:os'

/** `name` is the worker's file name next to `moduleUrl`, without extension. */
export function findWorkerFile(moduleUrl: string, name: string): { filename: string; execArgv: string[] } {
  const isSource = moduleUrl.endsWith('.ts')
  return {
    filename: new URL(`./${name}.${isSource ? 'ts' : 'js'}`, moduleUrl).href,
    execArgv: isSource ? ['--import', 'tsx'] : [],
  }
}

/** Of this thread, to the lowest one by default; lowered by 5, a third of a busy core is left to the thread. */
export function lowerPriority(by = 39): void {
  // On other systems this sets the priority of the whole process, not of the thread.
  if (process.platform === 'linux') setPriority(Math.min(getPriority() + by, 19))
}
