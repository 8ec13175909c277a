/** One callback of the event loop that used too much CPU time. */
export type Block = {
  cpuMs: number
  /** By `performance.now()`. */
  startedAtMs: number
  endedAtMs: number
  startedBy: string
  requests: string[]
  hasSandboxPage: boolean
}
export function startMonitor(maxBlockMs: number, onBlock: (block: Block) => void): void
