// How far a run is, on stderr: a bar in a terminal, else a line now and then.
import bars from 'cli-progress'
import { say } from '../output.ts'
import { wantsColour } from '../profile.ts'

export type Meter = { add: (credits: number) => void; stop: () => void }

const linesBetween = 1_000

export function createMeter(given: {
  total: number
  done: number
  credits: number
  isQuiet: boolean
}): Meter {
  const { total, isQuiet } = given
  if (isQuiet) return { add: () => {}, stop: () => {} }
  const startedAt = performance.now()
  let { done, credits } = given
  const rate = () => (done - given.done) / Math.max(0.001, (performance.now() - startedAt) / 1000)
  if (process.stderr.isTTY !== true)
    return {
      add(spent) {
        done += 1
        credits += spent
        if (done % linesBetween === 0 || done === total)
          say(`${done} of ${total} lines, ${rate().toFixed(1)}/s, ${credits} credits`)
      },
      stop: () => {},
    }
  const bar = new bars.SingleBar(
    {
      stream: process.stderr,
      hideCursor: true,
      etaBuffer: 500,
      format: (options, params, payload) => {
        const shown = bars.Format.BarFormat(params.progress, options)
        // Nothing is known of it before the first lines are done, and nothing is left behind the last.
        const isKnown = Number.isFinite(params.eta) && params.eta > 0
        const left = isKnown ? `, ${bars.Format.TimeFormat(params.eta, options, 1)} left` : ''
        const { spent, perSecond } = payload as { spent: number; perSecond: string }
        return `${shown} ${params.value}/${params.total} lines, ${perSecond}/s, ${spent} credits${left}`
      },
    },
    wantsColour ? bars.Presets.shades_classic : bars.Presets.legacy,
  )
  bar.start(total, done, { spent: credits, perSecond: '0.0' })
  return {
    add(spent) {
      done += 1
      credits += spent
      bar.update(done, { spent: credits, perSecond: rate().toFixed(1) })
    },
    stop: () => bar.stop(),
  }
}
