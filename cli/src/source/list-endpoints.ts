// The paths of a plugin's endpoints, read in a thread: the same file can be loaded again after a change.
import { Worker } from 'node:worker_threads'
import { findBundledFile } from './bundled-file.ts'
import type { CheckMessage } from './check-worker.ts'

const timeoutMs = 20_000

/** Throws where the plugin cannot be loaded. */
export function listEndpoints(folder: string): Promise<string[]> {
  const worker = new Worker(findBundledFile('check-worker.js'), { workerData: { folder, isListing: true } })
  const paths: string[] = []
  return new Promise<string[]>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the plugin does not finish loading')), timeoutMs)
    worker.on('message', (message: CheckMessage) => {
      if (message.kind === 'endpoint') paths.push(message.path)
      else if (message.kind === 'refused') reject(new Error(message.problem))
      else if (message.kind === 'end') resolve(paths)
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      clearTimeout(timer)
      reject(new Error('the plugin ended its thread'))
    })
  }).finally(() => worker.terminate())
}
