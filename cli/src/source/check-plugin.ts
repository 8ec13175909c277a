// `quarry source check`: runs the generic checks of the kit over a plugin and prints a line for each. Also lists the
// endpoints of a plugin. Both load the plugin in a thread, which can be stopped.
import { Worker } from 'node:worker_threads'
import { Ended, exitCodes } from '../failure.ts'
import { write } from '../output.ts'
import { countText, plain } from '../text.ts'
import { findBundledFile } from './bundled-file.ts'
import type { CheckMessage } from './check-worker.ts'

/** No check takes as long, even on a busy machine. */
const maxSilenceMs = 60_000
const maxHeapMb = 1024
const maxProblemChars = 500

export async function checkPlugin(folder: string): Promise<void> {
  const worker = new Worker(findBundledFile('check-worker.js'), {
    workerData: { folder },
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  })
  const { failed, refusal } = await followChecks(worker)
  await worker.terminate()
  if (refusal !== null) throw new Ended(exitCodes.unexpected, refusal)
  if (failed > 0) throw new Ended(exitCodes.unexpected, `${countText(failed, 'check')} failed`)
  write('All checks passed.\n')
}

type Outcome = { failed: number; refusal: string | null }

/** Prints the checks until the last one, or until the thread ends or stays silent. */
function followChecks(worker: Worker): Promise<Outcome> {
  return new Promise((resolve) => {
    const outcome: Outcome = { failed: 0, refusal: null }
    let current = 'the plugin is loaded'
    const printLine = (word: string, text: string) => write(`  ${word.padEnd(7)}  ${plain(text)}\n`)
    const fail = (name: string, problem: string) => {
      outcome.failed += 1
      printLine('FAILED', `${name}: ${problem.slice(0, maxProblemChars)}`)
    }
    let isFinished = false
    const stop = (problem: string) => {
      if (isFinished) return
      fail(current, problem)
      finish()
    }
    const finish = () => {
      isFinished = true
      clearTimeout(timer)
      resolve(outcome)
    }
    const timer = setTimeout(() => stop(`it does not end within ${maxSilenceMs / 1000} s`), maxSilenceMs)
    worker.on('message', (message: CheckMessage) => {
      timer.refresh()
      if (message.kind === 'endpoint') write(`${plain(message.path)}\n`)
      else if (message.kind === 'started') current = message.name
      else if (message.kind === 'ok') printLine('ok', message.name)
      else if (message.kind === 'skipped')
        printLine('skipped', `${message.name}: the source has no sandbox site`)
      else if (message.kind === 'failed') fail(message.name, message.problem)
      else if (message.kind === 'refused') outcome.refusal = message.problem
      else finish()
    })
    worker.on('error', (error) => stop(`the plugin ended the checks (${error.message})`))
    worker.on('exit', () => stop('the plugin ended the checks'))
  })
}

const listTimeoutMs = 20_000

/**
 * The paths of a plugin's endpoints. Each call has a thread of its own, so that the same file can be loaded again after a
 * change. Throws if the plugin cannot be loaded.
 */
export function listEndpoints(folder: string): Promise<string[]> {
  const worker = new Worker(findBundledFile('check-worker.js'), { workerData: { folder, isListing: true } })
  const paths: string[] = []
  return new Promise<string[]>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the plugin does not finish loading')), listTimeoutMs)
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
