// Schemas and replies that several routes share, so that ids, times, pages, stored responses and the origin of a record
// are alike.
import {
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type TSchema,
  text,
} from '@quarry/kit/schema'
import type { StoredResponse } from '../../calls/idempotency.ts'
import { loggedCall } from '../../ledger/log/log-rows.ts'
import { featureKinds } from '../../lookups/drift/shape.ts'
import { exampleId, moment, namedObject } from '../../platform/lib/schemas.ts'
import type { RouteReply } from '../../platform/route-data.ts'

export const describeId = (what: string) =>
  text(exampleId, { format: 'uuid', description: `Id of the ${what}` })

const maxWaitSeconds = 30
const maxListed = 100
export const defaultListed = 20

export const wait = optional(
  integer(maxWaitSeconds, {
    minimum: 0,
    maximum: maxWaitSeconds,
    default: 0,
    description: 'Seconds to wait for completion before answering.',
  }),
)

export const limit = optional(
  integer(defaultListed, {
    minimum: 1,
    maximum: maxListed,
    default: defaultListed,
    description: 'Maximum number of items.',
  }),
)

export const pageParams = {
  limit,
  cursor: optional(text(`1769860800.000000_${exampleId}`, '`next_cursor` of the previous page.')),
}

export const accountSlug = object({ slug: text('acme', 'Slug of the account') })

export const filterAccount = optional(text('acme', 'Only items of this account.'))

/** Filters a list by state. */
export const filterState = <const S extends readonly string[]>(states: S, member: string) =>
  optional(oneOf(states, `Only ${member} in this state.`))

/** The reply and the example of a route that lists one page; `next_cursor` is null on the last page. */
export const describeList = (
  member: string,
  item: TSchema,
  title: string,
  { exampleCursor = '', exampleLimit = defaultListed } = {},
) => ({
  reply: {
    description: `The ${member}`,
    schema: namedObject(title, { [member]: list(item), next_cursor: nullable(text(exampleCursor)) }),
  },
  example: { params: { limit: exampleLimit } },
})

/** Fills in the defaults of a list. */
export const toListQuery = <State>(
  state: State | undefined,
  { limit: count = defaultListed, cursor: after }: { limit?: number; cursor?: string },
) => ({ state: state ?? null, limit: count, cursor: after ?? null })

export const jobStates = ['queued', 'running', 'completed', 'failed'] as const

/** Where a record came from. */
export const provenance = {
  provider: nullable(text('sandbox', 'The provider that answered; null if none did.')),
  provider_licence: nullable(text('ODbL-1.0', 'Licence of the data, if the provider states one.')),
  provider_source: nullable(
    text('https://www.shop.example/p/1', {
      format: 'uri',
      description: 'Public page about the subject.',
    }),
  ),
  record_fields: loggedCall.properties.record_fields,
  record_form: loggedCall.properties.record_form,
  record_observed: nullable(
    text('2026-11-02', {
      format: 'date',
      description: 'Day on which the data was observed, such as a price; null if it is current.',
    }),
  ),
}

export const alarmFields = {
  provider: text('site'),
  form: text('next-data', 'Form of the pages, as in `x-record-form`.'),
  field: nullable(text('venue.latitude', 'Null if the form itself has become rarer.')),
  kind: oneOf(
    featureKinds,
    'presence: how often the field is present; number: its size; length, count: the length of a text or list; form: how often the form occurs.',
  ),
  since: moment(),
  baseline: number(0.98, 'Share for presence and form; otherwise roughly the median.'),
  now: number(0.02),
}

/** Raised when the data of a site changes. */
export const alarm = namedObject('Alarm', alarmFields)

const { provider, form, field, kind, since } = alarmFields

/** An alarm that has ended. */
export const incident = namedObject('Incident', { provider, form, field, kind, since, until: moment() })

export const alarmWithExamples = namedObject('AlarmWithExamples', {
  ...alarmFields,
  examples: list(text('019…'), 'Requests or jobs that show it.'),
})

export const describedReplayHeaders = {
  'idempotent-replay': '`true` if this is the stored answer to an earlier request',
}

export const toReply = ({ status, body }: StoredResponse): RouteReply => ({ status, text: body })

/** `stored` is the response to an earlier request with the same Idempotency-Key. */
export const toReplay = (stored: StoredResponse): RouteReply => ({
  ...toReply(stored),
  headers: { 'idempotent-replay': 'true' },
})
