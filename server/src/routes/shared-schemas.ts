// Schemas that routes of several subjects share, so that ids, moments and pages are described alike.
import { integer, list, named, nullable, number, object, oneOf, optional, text } from '@quarry/kit/schema'
import { kinds } from '../drift/shape.ts'

export const exampleId = '0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11'

const exampleMoment = '2026-01-31T12:00:00.000Z'

/** In a record: described as what it is. */
export const uuid = () => text(exampleId, { format: 'uuid' })
export const moment = () => text(exampleMoment, { format: 'date-time' })

export const describeId = (what: string) =>
  text(exampleId, { format: 'uuid', description: `Id of the ${what}` })

const maxWaitSeconds = 30
const maxListed = 100
export const usualListed = 20

export const wait = optional(
  integer(maxWaitSeconds, {
    minimum: 0,
    maximum: maxWaitSeconds,
    default: 0,
    description: 'Seconds to wait for the end before answering.',
  }),
)

export const limit = optional(
  integer(usualListed, {
    minimum: 1,
    maximum: maxListed,
    default: usualListed,
    description: 'How many at most.',
  }),
)

export const cursor = optional(
  text(`1769860800.000000_${exampleId}`, { description: 'The `next_cursor` of the page before.' }),
)

export const jobStates = ['queued', 'running', 'completed', 'failed'] as const

const alarmFields = {
  provider: text('site'),
  form: text('next-data', { description: 'Of the pages, as in `x-record-form`.' }),
  field: nullable(text('venue.latitude', { description: 'Null where the form itself is met less often.' })),
  kind: oneOf(kinds, {
    description:
      'presence: how often the field is there; number: how large it is; length, count: how long a text or a list is; form: how often the form is met.',
  }),
  since: moment(),
  baseline: number(0.98, { description: 'A share for presence and form, else about the middle size.' }),
  now: number(0.02),
}

/** Of what a site sends, which is not what it was. */
export const alarm = object(alarmFields, named('Alarm'))

const { provider, form, field, kind, since } = alarmFields

/** An alarm that has ended. */
export const incident = object({ provider, form, field, kind, since, until: moment() }, named('Incident'))

export const alarmWithExamples = object(
  { ...alarmFields, examples: list(text('019…'), { description: 'Requests or jobs that show it.' }) },
  named('AlarmWithExamples'),
)
