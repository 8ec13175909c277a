// `quarry source check`: runs the generic checks of the kit over a plugin and prints a line for each.
import { Worker } from 'node:worker_threads'
import { countText } from '../count-text.ts'
import { Ended, exitCodes } from '../failure.ts'
import { write } from '../output.ts'
import { plain } from '../plain.ts'
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
