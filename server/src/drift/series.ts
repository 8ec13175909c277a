// What is remembered of one endpoint, provider and form: the last calls, one by one, and all before them as counts.
// It is kept as JSON, so that it outlives servers and several can add to it in turn.
import { binCount, type Kind, type Shape } from './shape.ts'

/** The bins of which there are more now than before. */
export type Side = { is: 'below' | 'from' | 'not'; bin: number }

export type Observation = {
  account: number
  /** A hash of what was asked. */
  subject: string
  /** Of the request or job, to show an example. */
  id: string
  shape: Shape
}

export type Seen = Observation & { call: number }

export type Alarm = {
  /** Null for a form that is met less often than before. */
  field: string | null
  form: string
  kind: Kind
  since: string
  /** Shares for what is there or not, else about what size the middle one has. */
  baseline: number
  now: number
  /** Requests that show it. */
  examples: string[]
  /** Of which bins there are more than before. */
  side: Side
}

/** Counts of each bin of one feature. */
export type Histogram = Uint32Array
export const newHistogram = (): Histogram => new Uint32Array(binCount)

export type Series = {
  calls: number
  /** The last calls, oldest first: the fast window. */
  window: Seen[]
  /** All calls before them: the slow baseline. */
  base: Histogram[]
  /** How subjects looked when they left the window, the longest known first. */
  subjects: Map<string, Shape>
  /** By number of the feature, or by form. */
  alarms: Map<string, Alarm>
  /** The names that bins stand for, where the feature is the form. */
  forms: string[]
}

export const newSeries = (): Series => ({
  calls: 0,
  window: [],
  base: [],
  subjects: new Map(),
  alarms: new Map(),
  forms: [],
})

export function writeSeries({ calls, window, base, subjects, alarms, forms }: Series): string {
  return JSON.stringify({
    calls,
    window: window.map(({ account, subject, id, shape, call }) => [
      account,
      subject,
      id,
      call,
      packed(shape),
    ]),
    base: base.map((bins) => [...bins].flatMap((count, bin) => (count > 0 ? [[bin, count]] : []))),
    subjects: [...subjects].map(([subject, shape]) => [subject, packed(shape)]),
    alarms: [...alarms],
    forms,
  })
}

type Written = {
  calls: number
  window: [number, string, string, number, string][]
  base: [number, number][][]
  subjects: [string, string][]
  alarms: [string, Alarm][]
  forms: string[]
}

export function readSeries(text: string): Series {
  const { calls, window, base, subjects, alarms, forms } = JSON.parse(text) as Written
  return {
    calls,
    window: window.map(([account, subject, id, call, shape]) => ({
      account,
      subject,
      id,
      call,
      shape: unpacked(shape),
    })),
    base: base.map(histogramIn),
    subjects: new Map(subjects.map(([subject, shape]) => [subject, unpacked(shape)])),
    alarms: new Map(alarms),
    forms,
  }
}

function histogramIn(bins: readonly [number, number][]): Histogram {
  const histogram = newHistogram()
  for (const [bin, count] of bins) histogram[bin] = count
  return histogram
}

const packed = (shape: Shape): string => Buffer.from(shape).toString('base64')
const unpacked = (text: string): Shape => new Uint8Array(Buffer.from(text, 'base64'))
