// Schemas that routes of several subjects share, so that ids, moments and pages are described alike.
import { integer, optional, text } from '../lib/schema.ts'

export const exampleId = '0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11'

const exampleMoment = '2026-01-31T12:00:00.000Z'

/** In a record: described as what it is. */
export const uuid = () => text(exampleId, { format: 'uuid' })
export const moment = () => text(exampleMoment, { format: 'date-time' })

export const idOf = (what: string) => text(exampleId, { format: 'uuid', description: `Id of the ${what}` })

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
