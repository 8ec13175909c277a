// Funding rounds list (api-rules 2.1): the rounds announced in the last days, newest first, by type, investor and
// funded organization.
import { endpoint, invalidParameter } from '@quarry/kit'
import { isUuid } from '@quarry/kit/is-uuid'
import { integer, object, oneOf, optional, text } from '@quarry/kit/schema'
import { fundingRoundsSite } from './providers/funding-rounds-site.ts'
import { secEdgarFundingRounds } from './providers/sec-edgar-funding-rounds.ts'
import { investmentTypes, type RoundsQuery, roundsRecord } from './round-records.ts'

const maxPage = 1_000_000
const uuidParam = (example: string, subject: string) =>
  optional(text(example, { description: `UUID of ${subject}.`, maxLength: 200 }))

export const fundingRounds = endpoint({
  method: 'GET',
  path: '/v2/startupdb/funding_rounds',
  credits: 1,
  notFound: 'billed',
  summary: 'Funding rounds list',
  description:
    'Funding rounds announced in the last days, newest first, 1,000 per page. `x-record-partial: true` means that rounds follow after this page.',
  example: {
    days_since_announcement: 360,
    investment_type: 'seed',
    investor_identifiers: '0f25beac-1ae8-4b17-a7cd-0dc85bb202ab',
    funded_organization_identifier: 'cc847afa-8fd9-4413-9ee6-5795021d56b0',
  },
  moreExamples: [
    { days_since_announcement: 7 },
    { days_since_announcement: 360, investment_type: 'series_a' },
  ],
  params: object({
    days_since_announcement: optional(
      integer(30, {
        description: 'How many days ago a round may have been announced.',
        minimum: 1,
        maximum: 360,
        default: 1,
      }),
    ),
    investment_type: optional(oneOf(investmentTypes, 'Only rounds of this type.')),
    investor_identifiers: uuidParam('0f25beac-1ae8-4b17-a7cd-0dc85bb202ab', 'an investor'),
    funded_organization_identifier: uuidParam(
      'cc847afa-8fd9-4413-9ee6-5795021d56b0',
      'the funded organization',
    ),
    page: optional(
      integer(1, {
        description: 'Counts from 1; a page beyond the end is an empty list.',
        minimum: 1,
        maximum: maxPage,
        default: 1,
      }),
    ),
  }),
  record: roundsRecord,

  parse(params, { provokes }): RoundsQuery {
    const parseUuid = (name: 'investor_identifiers' | 'funded_organization_identifier'): string | null => {
      const uuid = params[name]?.trim().toLowerCase() ?? null
      // Fault words of the sandbox pass, because no other parameter of this search takes text.
      if (uuid !== null && !provokes(uuid) && !isUuid(uuid)) throw invalidParameter(name, 'must be a UUID')
      return uuid
    }
    return {
      days: params.days_since_announcement ?? 1,
      type: params.investment_type ?? null,
      investor: parseUuid('investor_identifiers'),
      organization: parseUuid('funded_organization_identifier'),
      page: params.page ?? 1,
    }
  },

  providers: [fundingRoundsSite, secEdgarFundingRounds],
})
