// The pretend startup database's funding rounds: the entity behind a round's page, and the search over all of them.
import { findCompanyByUuid, getCompany } from '../../sandbox/companies.ts'
import { addDays, formatDay } from '../../sandbox/dates.ts'
import { type InvestorRef, listRounds, type Round } from '../../sandbox/funding.ts'
import { createRandom } from '../../sandbox/random.ts'
import {
  formNumber,
  organizationReference,
  personReference,
  pictureOf,
  type Reference,
} from './references.ts'

type Json = Record<string, unknown>

const roundReference = (round: Round): Reference => ({
  uuid: round.uuid,
  value: round.name,
  ...pictureOf(getCompany(round.companyIndex).logoPath),
  permalink: round.permalink,
  entity_def_id: 'funding_round',
})

function investorReference(investor: InvestorRef): Reference {
  if (investor.kind === 'organization') return organizationReference(getCompany(investor.companyIndex))
  const { title: _, company: __, ...reference } = personReference(investor)
  return reference
}

const investee = (round: Round) => ({
  role: 'investee',
  ...organizationReference(getCompany(round.companyIndex)),
})

const announced = (round: Round, now: Date) => ({
  precision: 'day',
  value: formatDay(addDays(now, -round.announcedDaysAgo)),
})

const money = (round: Round) =>
  round.moneyRaised === null
    ? {}
    : { money_raised: { value: round.moneyRaised, currency: round.currency, value_usd: round.moneyRaised } }

/** The round as its page's state and the site's API have it. Cards of what there is none of are left out. */
export function roundEntity(round: Round, now: Date): Json {
  const { investors, leadInvestors, pressReferences } = round
  const overview = overviewCard(round, now)
  return {
    properties: {
      identifier: roundReference(round),
      layout_id: 'funding_round',
      ...(formNumber(round.uuid) % 3 === 0 ? { num_investors: investors.length } : {}),
    },
    cards: {
      overview_fields_v2: overview,
      ...(investors.length > 0
        ? {
            investors_headline: { num_investors: investors.length },
            investors_list: investors.map((investor) => investmentCard(round, investor)),
          }
        : {}),
      lead_investors_image_list: leadInvestors.map((investor) => ({
        identifier: investorReference(investor),
      })),
      ...(pressReferences.length > 0 ? { timeline: timelineCard(round, now) } : {}),
      recommended_search: { title: 'Similar rounds', count: 12 },
    },
  }
}

/** Date and amount are for subscribers; every seventh round shows them to everybody. */
function overviewCard(round: Round, now: Date): Json {
  const isOpen = formNumber(round.uuid) % 7 === 3
  return {
    investment_type: round.type,
    funded_organization_identifier: investee(round),
    ...(isOpen
      ? { announced_on: announced(round, now), ...money(round) }
      : {
          preview_properties: {
            announced_on: { is_present: true },
            money_raised: { is_present: round.moneyRaised !== null },
          },
        }),
  }
}

function investmentCard(round: Round, investor: InvestorRef): Json {
  const reference = investorReference(investor)
  const uuid = createRandom('startupdb investment', round.uuid, reference.uuid).uuid()
  return {
    identifier: {
      uuid,
      value: `${reference.value} investment in ${round.name}`,
      permalink: `${reference.permalink}-invested-in-${round.permalink}--${uuid.slice(0, 8)}`,
      entity_def_id: 'investment',
    },
    investor_identifier: reference,
    is_lead_investor: round.leadInvestors.includes(investor),
  }
}

function timelineCard(round: Round, now: Date): Json {
  return {
    count: round.pressReferences.length,
    entities: round.pressReferences.map((press, index) => ({
      uuid: press.uuid,
      properties: {
        activity_date: formatDay(addDays(now, -press.daysAgo)),
        entity_def_id: 'press_reference',
        identifier: { uuid: press.uuid, value: press.title, entity_def_id: 'press_reference' },
        activity_entities: [organizationReference(getCompany(round.companyIndex)), roundReference(round)],
        // The newest report is open to everybody.
        ...(index === 0 ? { activity_properties: { publisher: press.outlet.name, title: press.title } } : {}),
      },
      ...(index === 0 ? {} : { preview_properties: { activity_properties: { is_present: true } } }),
    })),
  }
}

type Predicate = { field_id?: unknown; values?: unknown }

/** The site's search: newest first, `after_id` continues behind a round of an earlier answer. */
export function searchRounds(query: unknown, now: Date): Json {
  const { query: predicates, limit, after_id: afterId, field_ids: fields } = (query ?? {}) as Json
  const isIdOnly = Array.isArray(fields) && fields.every((field) => field === 'identifier')
  const tests = (Array.isArray(predicates) ? predicates : []).map((predicate) => testOf(predicate ?? {}))
  const matches = listRounds().filter((round) => tests.every((test) => test(round)))
  const start = afterId === undefined ? 0 : matches.findIndex((round) => round.uuid === afterId) + 1
  const size = Math.min(1000, Math.max(1, Number(limit) || 50))
  return {
    count: matches.length,
    entities: matches
      .slice(start, start + size)
      .map((round) =>
        isIdOnly
          ? { uuid: round.uuid, properties: { identifier: roundReference(round) } }
          : searchItem(round, now),
      ),
  }
}

function testOf({ field_id: field, values }: Predicate): (round: Round) => boolean {
  const wanted = (Array.isArray(values) ? values : []).map(String).filter((value) => value !== '')
  // What was nothing but a provoked delay asks for nothing.
  if (wanted.length === 0) return () => true
  switch (field) {
    case 'announced_on': {
      const days = Number(/^(\d+) days? ago$/.exec(wanted[0] ?? '')?.[1] ?? 0)
      return (round) => round.announcedDaysAgo <= days
    }
    case 'investment_type':
      return (round) => wanted.includes(round.type)
    case 'funded_organization_identifier':
      return (round) => wanted.includes(getCompany(round.companyIndex).uuid)
    case 'investor_identifiers':
      return (round) => round.investors.some((investor) => wanted.some((uuid) => isInvestor(investor, uuid)))
    default:
      return () => true
  }
}

/** Whether the investor is that one. People are made slowly, so they are only looked at where no company is meant. */
const isInvestor = (investor: InvestorRef, uuid: string): boolean =>
  investor.kind === 'organization'
    ? getCompany(investor.companyIndex).uuid === uuid
    : !findCompanyByUuid(uuid) && personReference(investor).uuid === uuid

function searchItem(round: Round, now: Date): Json {
  return {
    uuid: round.uuid,
    properties: {
      identifier: roundReference(round),
      investment_type: round.type,
      ...(round.investors.length > 0 || formNumber(round.uuid) % 2 === 0
        ? {
            investor_identifiers: round.investors.map((investor) => ({
              role: 'investor',
              ...investorReference(investor),
            })),
          }
        : {}),
      funded_organization_identifier: investee(round),
      announced_on: announced(round, now).value,
      ...money(round),
    },
  }
}
