// Funding rounds list (api-rules 2.1): the rounds announced in the last days, newest first, by type, investor and
// funded organization.
import { endpoint } from '@quarry/kit/endpoint'
import { invalidParameter } from '@quarry/kit/errors'
import { integer, object, oneOf, optional, text } from '@quarry/kit/schema'
import { type RoundsQuery, record } from './funding-rounds-record.ts'
import { investmentTypes } from './investment-types.ts'
import { fundingRoundsSite } from './providers/funding-rounds-site.ts'
import { secEdgarFundingRounds } from './providers/sec-edgar-funding-rounds.ts'

const lastPage = 1_000_000

export const fundingRounds = endpoint({
  method: 'GET',
  path: '/v2/startupdb/funding_rounds',
  credits: 1,
  notFound: 'billed',
  summary: 'Funding rounds list',
  description:
    'Funding rounds announced in the last days, the newest first, 1,000 a page. `x-record-partial: true` says that rounds follow after this page.',
  example: {
    days_since_announcement: 360,
    investment_type: 'seed',
    investor_identifiers: '0f25beac-1ae8-4b17-a7cd-0dc85bb202ab',
    funded_organization_identifier: 'cc847afa-8fd9-4413-9ee6-5795021d56b0',
  },
  params: object({
    days_since_announcement: optional(
      integer(30, {
        description: 'How many days ago a round may have been announced.',
        minimum: 1,
        maximum: 360,
        default: 1,
      }),
    ),
    investment_type: optional(oneOf(investmentTypes, { description: 'Only rounds of this type.' })),
    investor_identifiers: optional(
      text('0f25beac-1ae8-4b17-a7cd-0dc85bb202ab', {
        description: 'UUID of an investor.',
        maxLength: 200,
      }),
    ),
    funded_organization_identifier: optional(
      text('cc847afa-8fd9-4413-9ee6-5795021d56b0', {
        description: 'UUID of the funded organization.',
        maxLength: 200,
      }),
    ),
    page: optional(
      integer(1, {
        description: 'Counts from 1; a page beyond the end is an empty list.',
        minimum: 1,
        maximum: lastPage,
        default: 1,
      }),
    ),
  }),
  record,

  parse(params, { provokes }): RoundsQuery {
    return {
      days: params.days_since_announcement ?? 1,
      type: params.investment_type ?? null,
      investor: readUuid('investor_identifiers', params.investor_identifiers, provokes),
      organization: readUuid(
        'funded_organization_identifier',
        params.funded_organization_identifier,
        provokes,
      ),
      page: params.page ?? 1,
    }
  },

  providers: [fundingRoundsSite, secEdgarFundingRounds],
})

function readUuid(
  name: string,
  value: string | undefined,
  provokes: (text: string) => boolean,
): string | null {
  const wanted = value?.trim().toLowerCase()
  if (wanted === undefined) return null
  // Nothing else of this search has room for a word, and a pretend site is asked for its faults by a word.
  if (!provokes(wanted) && !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(wanted))
    throw invalidParameter(name, 'must be a UUID')
  return wanted
}
