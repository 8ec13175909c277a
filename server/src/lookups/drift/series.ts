// The observations of one endpoint, provider and form: the last calls one by one, and all earlier ones as counts.
// Stored as JSON in the database, where several servers add to it.
import { binCount, type FeatureKind, type Shape } from './shape.ts'

/** The bins that became more frequent: those below `bin`, those from `bin` on, or all but `bin`. */
export type Side = { is: 'below' | 'from' | 'not'; bin: number }

export type Observation = {
  account: number
  /** A hash of the query. */
  subject: string
  /** Id of the request or job, as an example. */
  id: string
  shape: Shape
}

export type CountedCall = Observation & { call: number }

export type Alarm = {
  /** Null for an alarm about a form. */
  field: string | null
  form: string
  kind: FeatureKind
  since: string
  /** A share for presence and forms, otherwise the median size. */
  baseline: number
  now: number
  /** Requests that show the change. */
  examples: string[]
  side: Side
}

/** Counts of each bin of one feature. */
export type Histogram = Uint32Array
export const newHistogram = (): Histogram => new Uint32Array(binCount)

export type Series = ReturnType<typeof newSeries>
export const newSeries = () => ({
  calls: 0,
  /** The last calls, oldest first: the fast window. */
  window: [] as CountedCall[],
  /** All calls before them: the slow baseline. */
  base: [] as Histogram[],
  /** The shapes of subjects when they left the window, oldest first. */
  subjects: new Map<string, Shape>(),
  /** By number of the feature, or by form. */
  alarms: new Map<string, Alarm>(),
  /** The forms by bin. */
  forms: [] as string[],
})

export function writeSeries({ calls, window, base, subjects, alarms, forms }: Series): string {
  return JSON.stringify({
    calls,
    window: window.map(({ account, subject, id, shape, call }) => [
      account,
      subject,
      id,
      call,
      packShape(shape),
    ]),
    base: base.map((bins) => [...bins].flatMap((count, bin) => (count > 0 ? [[bin, count]] : []))),
    subjects: [...subjects].map(([subject, shape]) => [subject, packShape(shape)]),
    alarms: [...alarms],
    forms,
  })
}

type SeriesJson = {
  calls: number
  window: [number, string, string, number, string][]
  base: [number, number][][]
  subjects: [string, string][]
  alarms: [string, Alarm][]
  forms: string[]
}

export function readSeries(text: string): Series {
  const { calls, window, base, subjects, alarms, forms } = JSON.parse(text) as SeriesJson
  return {
    calls,
    window: window.map(([account, subject, id, call, shape]) => ({
      account,
      subject,
      id,
      call,
      shape: unpackShape(shape),
    })),
    base: base.map(toHistogram),
    subjects: new Map(subjects.map(([subject, shape]) => [subject, unpackShape(shape)])),
    alarms: new Map(alarms),
    forms,
  }
}

function toHistogram(bins: readonly [number, number][]): Histogram {
  const histogram = newHistogram()
  for (const [bin, count] of bins) histogram[bin] = count
  return histogram
}

const packShape = (shape: Shape): string => Buffer.from(shape).toString('base64')
const unpackShape = (text: string): Shape => new Uint8Array(Buffer.from(text, 'base64'))
