// E-mail patterns as callers get them and ask for them, apart from the endpoint, so that readers need not know it.
import { list, named, number, object, type Static, text } from '@quarry/kit/schema'

const share = object(
  {
    pattern: text('[F].[L]', {
      description:
        '[F] given name, [L] surname, [F1] and [L1] their first letters, joined by nothing, `.` or `-`.',
    }),
    percentage: number(77.8, {
      description: 'Of all personal addresses seen at the domain, those that match no pattern included.',
      minimum: 0,
      maximum: 100,
    }),
  },
  named('EmailPattern'),
)

export const record = list(share)

export type PatternShare = Static<typeof share>

export type PatternQuery = { domain: string }
