// A list of funding rounds as callers get it and ask for it, apart from the endpoint, so that readers need not know it.
import { integer, list, named, object, type Static, text } from '@quarry/kit/schema'
import { fundedOrganization, identifier, investmentType, investorIdentifiers } from './identifiers.ts'
import type { InvestmentType } from './investment-types.ts'

const summary = object(
  {
    uuid: text('0d1f6c1c-93b5-4a6e-8f0e-3c7f1a2b4d5e', { format: 'uuid' }),
    identifier,
    investment_type: investmentType,
    investor_identifiers: investorIdentifiers,
    funded_organization_identifier: fundedOrganization,
  },
  named('StartupdbRoundSummary'),
)

export const record = object({
  total: integer(2, {
    description: 'All matches, on whichever page; by `sec-edgar` those that were read.',
  }),
  results: list(summary, { description: 'The newest first.' }),
})

export const roundsPerPage = 1000

export type RoundSummary = Static<typeof summary>
export type RoundsRecord = Static<typeof record>

export type RoundsQuery = {
  /** How many days ago a round may have been announced. */
  days: number
  type: InvestmentType | null
  /** The UUID of an investor. */
  investor: string | null
  /** The UUID of the funded organization. */
  organization: string | null
  /** Counts from 1. */
  page: number
}
