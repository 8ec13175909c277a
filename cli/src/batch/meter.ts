// Shows the progress of a run on stderr: a bar in a terminal, otherwise a line every ten seconds and at the end.
import bars from 'cli-progress'
import { printNotice } from '../output.ts'
import { hasColour } from '../profile.ts'
import { countText } from '../text.ts'

export type Meter = { add: (credits: number) => void; stop: () => void }

const secondsBetween = 10

type MeterStart = { total: number; done: number; credits: number; isQuiet: boolean }

export function createMeter(start: MeterStart): Meter {
  const { total, isQuiet } = start
  if (isQuiet) return { add: () => {}, stop: () => {} }
  const startedAt = performance.now()
  let { done, credits } = start
  const rate = () => (done - start.done) / Math.max(0.001, (performance.now() - startedAt) / 1000)
  let saidAt = startedAt
  if (process.stderr.isTTY !== true)
    return {
      add(spent) {
        done += 1
        credits += spent
        const isDue = performance.now() - saidAt > secondsBetween * 1000
        if (isDue || done === total) {
          saidAt = performance.now()
          printNotice(
            `${done} of ${countText(total, 'line')}, ${rate().toFixed(1)}/s, ${countText(credits, 'credit')}`,
          )
        }
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
        const hasEta = Number.isFinite(params.eta) && params.eta > 0
        const left = hasEta ? `, ${bars.Format.TimeFormat(params.eta, options, 1)} left` : ''
        const { spent, perSecond } = payload as { spent: number; perSecond: string }
        return `${shown} ${params.value} of ${countText(params.total, 'line')}, ${perSecond}/s, ${countText(spent, 'credit')}${left}`
      },
    },
    hasColour ? bars.Presets.shades_classic : bars.Presets.legacy,
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
