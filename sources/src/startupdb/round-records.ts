// Queries and records of the two endpoints for funding rounds, separate from the endpoints so that providers can
// import them.
import {
  boolean,
  integer,
  list,
  namedObject,
  nullable,
  number,
  object,
  type Static,
  text,
} from '@quarry/kit/schema'
import { fundedOrganization, identifier, investmentType, investorIdentifiers } from './identifiers.ts'

/** In the order of the specification (4.1). */
export const investmentTypes = [
  'pre_seed',
  'seed',
  'series_a',
  'series_b',
  'series_c',
  'series_d',
  'series_e',
  'series_f',
  'series_g',
  'series_h',
  'series_i',
  'series_j',
  'series_unknown',
  'angel',
  'private_equity',
  'debt_financing',
  'convertible_note',
  'grant',
  'corporate_round',
  'equity_crowdfunding',
  'product_crowdfunding',
  'secondary_market',
  'post_ipo_equity',
  'post_ipo_debt',
  'post_ipo_secondary',
  'non_equity_assistance',
  'initial_coin_offering',
  'undisclosed',
] as const

export type InvestmentType = (typeof investmentTypes)[number]

/** Values that the site shows to all visitors; values for subscribers are null. */
const openFields = {
  money_raised: nullable(
    namedObject(
      'StartupdbMoney',
      {
        amount: number(12_000_000),
        currency: nullable(text('EUR', 'ISO 4217.')),
        usd: nullable(number(13_100_000, 'In US dollars, where the page states it.')),
      },
      'Null where the page hides it or does not know it.',
    ),
  ),
  announced_on: nullable(
    text('2026-11-02', { format: 'date', description: 'Null where the page hides it or does not know it.' }),
  ),
  lead_investors: nullable(list(identifier, 'Null where the page does not say who leads the round.')),
}
export type OpenFields = Pick<RoundSummary, keyof typeof openFields>

const summary = namedObject('StartupdbRoundSummary', {
  uuid: text('0d1f6c1c-93b5-4a6e-8f0e-3c7f1a2b4d5e', { format: 'uuid' }),
  identifier,
  investment_type: investmentType,
  investor_identifiers: investorIdentifiers,
  funded_organization_identifier: fundedOrganization,
  ...openFields,
})

export const roundsRecord = object({
  total: integer(2, 'All matches, on all pages; from `sec-edgar`, those that were read.'),
  results: list(summary, 'The newest first.'),
})

export const roundsPerPage = 1000
export type RoundSummary = Static<typeof summary>
export type RoundsRecord = Static<typeof roundsRecord>

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

const presence = (description: string) => object({ is_present: boolean(true, description) })

const overviewFields = namedObject('StartupdbRoundOverview', {
  investment_type: investmentType,
  preview_properties: object({
    announced_on: presence('Whether the site has the date, be it shown or for subscribers only.'),
    money_raised: presence('Whether the site has the amount, be it shown or for subscribers only.'),
  }),
  funded_organization_identifier: fundedOrganization,
})

export const pressReference = namedObject('StartupdbPressReference', {
  uuid: text('9c1b6f0a-2d3e-4f50-8a61-7b8c9d0e1f2a', { format: 'uuid' }),
  properties: object({
    identifier: object({
      uuid: nullable(text('9c1b6f0a-2d3e-4f50-8a61-7b8c9d0e1f2a', { format: 'uuid' })),
      value: nullable(text('Veltora Software raises USD 12M in Series A', 'The headline.')),
      entity_def_id: nullable(text('press_reference')),
    }),
    activity_date: nullable(text('2026-11-02', { format: 'date' })),
    entity_def_id: nullable(text('press_reference')),
    activity_entities: list(identifier, 'Entities that the report is about.'),
  }),
  preview_properties: object({
    activity_properties: presence('Whether the site has the details, be they shown or for subscribers only.'),
  }),
})

export const investment = namedObject('StartupdbInvestment', {
  identifier: object({
    uuid: nullable(text('7d6c5b4a-3928-4170-8605-f4e3d2c1b0a9', { format: 'uuid' })),
    value: nullable(text('Norana Ventures investment in Series A - Veltora Software')),
    permalink: nullable(text('norana-ventures-invested-in-veltora-software-series-a--7d6c5b4a')),
    entity_def_id: nullable(text('investment')),
  }),
  investor_identifier: object({
    uuid: nullable(text('1a2b3c4d-5e6f-4708-8192-a3b4c5d6e7f8', { format: 'uuid' })),
    value: nullable(text('Norana Ventures')),
    image_id: nullable(text('logos/norana-ventures-1190', "The site's id of a picture.")),
    permalink: nullable(text('norana-ventures')),
    entity_def_id: nullable(text('organization', 'organization or person.')),
  }),
})

export const roundRecord = object({
  uuid: text('0d1f6c1c-93b5-4a6e-8f0e-3c7f1a2b4d5e', { format: 'uuid' }),
  value: text('Series A - Veltora Software', 'The name of the round.'),
  image_id: nullable(text('logos/veltora-4821', "The site's id of a picture.")),
  permalink: nullable(text('veltora-software-series-a--0d1f6c1c', 'Accepted as `query` of this endpoint.')),
  entity_def_id: nullable(text('funding_round')),
  num_investors: nullable(integer(3, 'Null where the page does not show it.')),
  ...openFields,
  overview_fields_v2: overviewFields,
  cards: object({
    timeline: object({ count: nullable(integer(1)), entities: list(pressReference) }),
    investors_list: list(investment),
    investors_headline: object({ num_investors: nullable(integer(3)) }),
    overview_fields_v2: overviewFields,
    lead_investors_image_list: list(object({ identifier })),
  }),
})

export type RoundRecord = Static<typeof roundRecord>
