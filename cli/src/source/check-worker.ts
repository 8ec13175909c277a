// Runs the checks of a plugin in a thread of its own, so that one that never ends can be stopped; or lists its
// endpoints.
import { parentPort, workerData } from 'node:worker_threads'
import { type Endpoint, loadPlugin, type Source, type SourceCheck } from './load-plugin.ts'

/** `started` comes before each check; `end` is the last message. */
export type CheckMessage =
  | { kind: 'endpoint'; path: string }
  | { kind: 'started' | 'ok' | 'skipped'; name: string }
  | { kind: 'failed'; name: string; problem: string }
  | { kind: 'refused'; problem: string }
  | { kind: 'end' }

const report = (message: CheckMessage): void => parentPort?.postMessage(message)

const toLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''

/** Returns whether the next check may run. */
async function runCheck(source: Source, endpoint: Endpoint, check: SourceCheck): Promise<boolean> {
  const { name } = check
  if (check.needsSandbox && source.sandbox === undefined) {
    report({ kind: 'skipped', name })
    return true
  }
  report({ kind: 'started', name })
  try {
    await check.check(source, endpoint)
    report({ kind: 'ok', name })
    return true
  } catch (error) {
    report({ kind: 'failed', name, problem: toLine(error) })
    return check.isPrecondition !== true
  }
}

const { folder, isListing = false } = workerData as { folder: string; isListing?: boolean }
try {
  const { sources, checks } = await loadPlugin(folder)
  for (const source of sources)
    for (const endpoint of source.endpoints) {
      report({ kind: 'endpoint', path: endpoint.path })
      for (const check of isListing ? [] : checks) if (!(await runCheck(source, endpoint, check))) break
    }
} catch (error) {
  report({ kind: 'refused', problem: toLine(error) })
}
report({ kind: 'end' })
