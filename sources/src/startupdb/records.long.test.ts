// Records of the three startupdb endpoints against schemas written from the specification (2.1, 2.2, 2.15).
import {
  boolean,
  closed,
  closedOrNull,
  count,
  day,
  many,
  maybe,
  maybeBoolean,
  maybeCount,
  maybeDay,
  maybeText,
  maybeUrl,
  text,
  uuid,
} from '@quarry/kit/testing/record-schema'
import { expect, test } from 'vitest'
import { listCompanies } from '../sandbox/companies.ts'
import { listConferences } from '../sandbox/conferences.ts'
import { listRounds } from '../sandbox/funding.ts'
import { surveyRecords } from '../testing/record-survey.ts'
import { startupdb } from './index.ts'

const maybeUuid = maybe(uuid)

const types =
  'pre_seed seed series_a series_b series_c series_d series_e series_f series_g series_h series_i series_j series_unknown angel private_equity debt_financing convertible_note grant corporate_round equity_crowdfunding product_crowdfunding secondary_market post_ipo_equity post_ipo_debt post_ipo_secondary non_equity_assistance initial_coin_offering undisclosed'.split(
    ' ',
  )
const investmentType = { type: 'string', enum: types }

const organization = {
  uuid,
  value: text,
  image_id: maybeText,
  permalink: text,
  entity_def_id: { const: 'organization' },
}
const organizationOrPerson = { ...organization, entity_def_id: { enum: ['organization', 'person'] } }
const investee = closed({ role: { const: 'investee' }, ...organization })
const roundIdentity = {
  uuid,
  value: text,
  image_id: maybeText,
  permalink: text,
  entity_def_id: { const: 'funding_round' },
}

// Added to the specification.
const openFields = {
  money_raised: closedOrNull({
    amount: { type: 'number', exclusiveMinimum: 0 },
    currency: { type: 'string', pattern: '^[A-Z]{3}$' },
    usd: { type: 'number', exclusiveMinimum: 0 },
  }),
  announced_on: maybeDay,
  lead_investors: maybe(many(closed(organizationOrPerson))),
}

const list = closed({
  total: count,
  results: many(
    closed({
      uuid,
      identifier: closed(roundIdentity),
      investment_type: investmentType,
      investor_identifiers: many(closed({ role: { const: 'investor' }, ...organizationOrPerson })),
      funded_organization_identifier: investee,
      ...openFields,
    }),
  ),
})

const overview = closed({
  investment_type: investmentType,
  preview_properties: closed({
    announced_on: closed({ is_present: boolean }),
    money_raised: closed({ is_present: boolean }),
  }),
  funded_organization_identifier: investee,
})

const detail = closed({
  ...roundIdentity,
  num_investors: count,
  ...openFields,
  overview_fields_v2: overview,
  cards: closed({
    timeline: closed({
      count,
      entities: many(
        closed({
          uuid,
          properties: closed({
            identifier: closed({ uuid, value: text, entity_def_id: { const: 'press_reference' } }),
            activity_date: day,
            entity_def_id: text,
            activity_entities: many(closed({ ...organization, entity_def_id: text })),
          }),
          preview_properties: closed({ activity_properties: closed({ is_present: boolean }) }),
        }),
      ),
    }),
    investors_list: many(
      closed({
        identifier: closed({ uuid, value: text, permalink: text, entity_def_id: { const: 'investment' } }),
        investor_identifier: closed(organizationOrPerson),
      }),
    ),
    investors_headline: closed({ num_investors: count }),
    overview_fields_v2: overview,
    lead_investors_image_list: { type: 'array' },
  }),
})

const participants = many(
  closed({ logo: maybeText, name: text, uuid: maybeUuid, permalink: text, short_description: maybeText }),
)

const profile = closed({
  uuid,
  name: text,
  title: maybeText,
  logo: maybeText,
  description: maybeText,
  short_description: maybeText,
  starts_on: maybeDay,
  ends_on: maybeDay,
  event_type: many(text),
  num_speakers: maybeCount,
  num_sponsors: maybeCount,
  num_exhibitors: maybeCount,
  num_contestants: maybeCount,
  categories: many(closed({ name: text, uuid, image_id: maybeText, permalink: text })),
  speakers: many(
    closed({
      logo: maybeText,
      name: text,
      uuid: maybeUuid,
      job_title: maybeText,
      permalink: text,
      organization: closedOrNull({ logo: maybeText, name: text, uuid: maybeUuid, permalink: text }),
    }),
  ),
  sponsors: participants,
  exhibitors: participants,
  contestants: participants,
  timeline: closed({
    count: maybeCount,
    events: many(
      closed({ url: maybeUrl, date: maybeDay, type: text, uuid, title: text, publisher: maybeText }),
    ),
  }),
  is_locked: maybeBoolean,
  registration_url: maybeUrl,
})

test('200 lists of rounds have every field with its type', async () => {
  const funded = new Set(listRounds().map((round) => listCompanies()[round.companyIndex]?.uuid ?? ''))
  const lookups = [
    ...Array.from({ length: 25 }, (_, i) => ({ days_since_announcement: i + 1 })),
    ...types.flatMap((investment_type) =>
      [90, 360].map((days_since_announcement) => ({ days_since_announcement, investment_type })),
    ),
    ...[...funded].slice(0, 140).map((funded_organization_identifier) => ({
      days_since_announcement: 360,
      funded_organization_identifier,
    })),
  ]
  const records = await surveyRecords({
    source: startupdb,
    path: '/v2/startupdb/funding_rounds',
    lookups,
    schema: list,
  })
  expect((records as { total: number }[]).every(({ total }) => total > 0)).toBe(true)
})

test('200 rounds have every field with its type', async () => {
  await surveyRecords({
    source: startupdb,
    path: '/v2/startupdb/funding_round',
    lookups: listRounds()
      .slice(0, 260)
      .map((round) => ({ query: round.permalink })),
    schema: detail,
  })
})

test('200 events have every field with its type, and each has its id', async () => {
  const records = await surveyRecords({
    source: startupdb,
    path: '/v2/startupdb/event',
    lookups: listConferences().map((conference) => ({ query: conference.permalink })),
    schema: profile,
  })
  expect(records.map((record) => (record as { uuid: string }).uuid)).toEqual(
    listConferences().map(({ uuid }) => uuid),
  )
})
