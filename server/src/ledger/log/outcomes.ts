// The outcome of a call, from its recorded status. A 404 is an answer, not an error.
import { integer } from '@quarry/kit/schema'

export const outcomes = ['answered', 'no_match', 'refused', 'failed'] as const
export type Outcome = (typeof outcomes)[number]
export type OutcomeCounts = Record<Outcome, number>

/** Calls by outcome; together they are all calls. */
export const outcomeCounts = {
  answered: integer(9, 'Calls recorded with a status below 400.'),
  no_match: integer(1, 'Calls recorded with 404: no record found.'),
  refused: integer(1, 'Calls recorded with another 4xx.'),
  failed: integer(1, 'Calls recorded with 5xx.'),
  errors: integer(3, {
    deprecated: true,
    description: 'Calls recorded with 400 or above. Use `no_match`, `refused` and `failed` instead.',
  }),
}

export const noMatchStatus = 404

/** SQL: `status` is the recorded status. Every status has one outcome. */
const isOutcome = (status: string): Record<Outcome, string> => ({
  answered: `${status} < 400`,
  no_match: `${status} = ${noMatchStatus}`,
  refused: `${status} between 400 and 499 and ${status} <> ${noMatchStatus}`,
  failed: `${status} >= 500`,
})

/** SQL: a column for each outcome, with the sum of `calls`. */
export const countOutcomes = (calls: string, status: string, type: string, condition = 'true'): string =>
  Object.entries(isOutcome(status))
    .map(
      ([name, test]) =>
        `coalesce(sum(${calls}) filter (where ${condition} and ${test}), 0)::${type} as ${name}`,
    )
    .join(', ')

/** SQL: sums of the columns that `countOutcomes` names. */
export const sumOutcomes = outcomes.map((name) => `sum(${name}) as ${name}`).join(', ')

/** SQL: the outcome of one call. */
export const toOutcome = (status: string): string =>
  `case ${Object.entries(isOutcome(status))
    .map(([name, test]) => `when ${test} then '${name}'`)
    .join(' ')} end`

export const noOutcomes: OutcomeCounts = { answered: 0, no_match: 0, refused: 0, failed: 0 }
