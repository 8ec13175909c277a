// Schemas of ids and times. `namedObject` builds objects that are separate components in the API reference.
import { text } from '@quarry/kit/schema'

export { namedObject } from '@quarry/kit/schema'

export const exampleId = '0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11'

export const uuid = () => text(exampleId, { format: 'uuid' })

export const moment = (options: Record<string, unknown> = {}) =>
  text('2026-01-31T12:00:00.000Z', { format: 'date-time', ...options })
