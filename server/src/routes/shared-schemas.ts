// Schemas that several routes share, so that ids, times, pages and the origin of a record are described alike.
import {
  integer,
  list,
  named,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type TSchema,
  text,
} from '@quarry/kit/schema'
import { kinds } from '../drift/shape.ts'

export const exampleId = '0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11'

export const uuid = () => text(exampleId, { format: 'uuid' })
export const moment = (options: Record<string, unknown> = {}) =>
  text('2026-01-31T12:00:00.000Z', { format: 'date-time', ...options })

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
    description: 'Seconds to wait for completion before answering.',
  }),
)

export const limit = optional(
  integer(usualListed, {
    minimum: 1,
    maximum: maxListed,
    default: usualListed,
    description: 'Maximum number of items.',
  }),
)

export const cursor = optional(
  text(`1769860800.000000_${exampleId}`, { description: '`next_cursor` of the previous page.' }),
)

export const accountSlug = object({ slug: text('acme', { description: 'Slug of the account' }) })

export const filterAccount = optional(text('acme', { description: 'Only items of this account.' }))

/** Filters a list by state. */
export const filterState = <const S extends readonly string[]>(states: S, member: string) =>
  optional(oneOf(states, { description: `Only ${member} in this state.` }))

/** The reply and the example of a route that lists one page; `next_cursor` is null on the last page. */
export const describeList = (
  member: string,
  item: TSchema,
  title: string,
  { exampleCursor = '', exampleLimit = usualListed } = {},
) => ({
  replies: {
    200: {
      description: `The ${member}`,
      schema: object({ [member]: list(item), next_cursor: nullable(text(exampleCursor)) }, named(title)),
    },
  },
  example: { params: { limit: exampleLimit } },
})

/** Fills in the defaults of a list. */
export const toListQuery = <State>(
  state: State | undefined,
  { limit: count = usualListed, cursor: after }: { limit?: number; cursor?: string },
) => ({ state: state ?? null, limit: count, cursor: after ?? null })

export const jobStates = ['queued', 'running', 'completed', 'failed'] as const

/** Where a record came from. */
export const provenance = {
  provider: nullable(text('sandbox', { description: 'The provider that answered; null if none did.' })),
  provider_licence: nullable(
    text('ODbL-1.0', { description: 'Licence of the data, if the provider states one.' }),
  ),
  provider_source: nullable(
    text('https://www.shop.example/p/1', {
      format: 'uri',
      description: 'Public page about the subject.',
    }),
  ),
  record_fields: nullable(
    text('31/43', { description: 'Filled fields of the record, out of all its fields.' }),
  ),
  record_form: nullable(text('json', { description: 'The form of the page that was read.' })),
  record_observed: nullable(
    text('2026-11-02', {
      format: 'date',
      description: 'Day on which the data was observed, such as a price; null if it is current.',
    }),
  ),
}

export const alarmFields = {
  provider: text('site'),
  form: text('next-data', { description: 'Form of the pages, as in `x-record-form`.' }),
  field: nullable(text('venue.latitude', { description: 'Null if the form itself has become rarer.' })),
  kind: oneOf(kinds, {
    description:
      'presence: how often the field is present; number: its size; length, count: the length of a text or list; form: how often the form occurs.',
  }),
  since: moment(),
  baseline: number(0.98, { description: 'Share for presence and form; otherwise roughly the median.' }),
  now: number(0.02),
}

/** Raised when the data of a site changes. */
export const alarm = object(alarmFields, named('Alarm'))

const { provider, form, field, kind, since } = alarmFields

/** An alarm that has ended. */
export const incident = object({ provider, form, field, kind, since, until: moment() }, named('Incident'))

export const alarmWithExamples = object(
  { ...alarmFields, examples: list(text('019…'), { description: 'Requests or jobs that show it.' }) },
  named('AlarmWithExamples'),
)

export const outcomeDescription =
  '`answered`: below 400. `no_match`: 404. `refused`: another 4xx. `failed`: 5xx.'

/** Calls by outcome; together they are all calls. */
export const outcomeCounts = {
  answered: integer(9, { description: 'Calls recorded with a status below 400.' }),
  no_match: integer(1, { description: 'Calls recorded with 404: no record found.' }),
  refused: integer(1, { description: 'Calls recorded with another 4xx.' }),
  failed: integer(1, { description: 'Calls recorded with 5xx.' }),
  errors: integer(3, {
    deprecated: true,
    description: 'Calls recorded with 400 or above. Use `no_match`, `refused` and `failed` instead.',
  }),
}
