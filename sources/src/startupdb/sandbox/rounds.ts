// The funding rounds of the sandbox startup database: the entity of a round's page, and the search of all rounds.
import { findCompanyByUuid, getCompany } from '../../sandbox/companies.ts'
import { addDays, formatDay } from '../../sandbox/dates.ts'
import { type InvestorRef, listRounds, type Round } from '../../sandbox/funding.ts'
import { createRandom } from '../../sandbox/random.ts'
import { buildTimeline, refer, referToOrganization, referToPerson, toFormNumber } from './references.ts'

const referToRound = ({ uuid, name, permalink, companyIndex }: Round) =>
  refer('funding_round', { uuid, value: name, permalink, picture: getCompany(companyIndex).logoPath })

const referToInvestor = (investor: InvestorRef) =>
  investor.kind === 'organization'
    ? referToOrganization(getCompany(investor.companyIndex))
    : referToPerson(investor).reference

const referToInvestee = (round: Round) => ({
  role: 'investee',
  ...referToOrganization(getCompany(round.companyIndex)),
})

const formatAnnounced = (round: Round, now: Date) => formatDay(addDays(now, -round.announcedDaysAgo))

/** Dollars for one unit: fixed rates, so that records do not change. */
const dollarRates = new Map(Object.entries({ USD: 1, EUR: 1.1, GBP: 1.3, CHF: 1.15, CAD: 0.73, MXN: 0.055 }))

/** With the site's own conversion; undefined for an undisclosed amount. */
function buildMoney({ moneyRaised: value, currency }: Round) {
  const rate = dollarRates.get(currency)
  return value === null
    ? undefined
    : { value, currency, value_usd: rate === undefined ? null : Math.round(value * rate) }
}

/** The round in its page's state and in the site's API. Empty cards are left out. */
export function buildRoundEntity(round: Round, now: Date) {
  const { investors, leadInvestors } = round
  return {
    properties: {
      identifier: referToRound(round),
      num_investors: toFormNumber(round.uuid) % 3 === 0 ? investors.length : undefined,
    },
    cards: {
      overview_fields_v2: buildOverview(round, now),
      ...(investors.length > 0 && {
        investors_headline: { num_investors: investors.length },
        investors_list: investors.map((investor) => buildInvestment(round, investor)),
      }),
      lead_investors_image_list: leadInvestors.map((lead) => ({ identifier: referToInvestor(lead) })),
      timeline: buildPress(round, now),
    },
  }
}

const isOpen = ({ uuid }: Round): boolean => toFormNumber(uuid) % 7 === 3

/** Date and amount are for subscribers; every seventh round shows them to all visitors. */
function buildOverview(round: Round, now: Date) {
  return {
    investment_type: round.type,
    funded_organization_identifier: referToInvestee(round),
    ...(isOpen(round)
      ? {
          announced_on: { precision: 'day', value: formatAnnounced(round, now) },
          money_raised: buildMoney(round),
        }
      : {
          preview_properties: {
            announced_on: { is_present: true },
            money_raised: { is_present: round.moneyRaised !== null },
          },
        }),
  }
}

function buildInvestment(round: Round, investor: InvestorRef) {
  const reference = referToInvestor(investor)
  const uuid = createRandom('startupdb investment', round.uuid, reference.uuid).uuid()
  return {
    identifier: refer('investment', {
      uuid,
      value: `${reference.value} investment in ${round.name}`,
      permalink: `${reference.permalink}-invested-in-${round.permalink}--${uuid.slice(0, 8)}`,
    }),
    investor_identifier: reference,
    is_lead_investor: isOpen(round) ? round.leadInvestors.includes(investor) : undefined,
  }
}

const buildPress = (round: Round, now: Date) =>
  buildTimeline(
    round.pressReferences.map((press, index) => ({
      ...press,
      date: addDays(now, -press.daysAgo),
      about: [referToOrganization(getCompany(round.companyIndex)), referToRound(round)],
      // The newest report is visible without a subscription.
      shown: index === 0 ? {} : null,
    })),
  )

/** The site's search: newest first; `after_id` continues after a round of an earlier response. */
export function searchRounds(query: unknown, now: Date) {
  const search = (query ?? {}) as Record<string, unknown>
  const { query: predicates, limit, after_id: afterId, field_ids: fields } = search
  const isIdOnly = Array.isArray(fields) && fields.every((field) => field === 'identifier')
  const tests = (Array.isArray(predicates) ? predicates : []).map((predicate) => toTest(predicate ?? {}))
  const matches = listRounds().filter((round) => tests.every((test) => test(round)))
  const start = afterId === undefined ? 0 : matches.findIndex((round) => round.uuid === afterId) + 1
  const size = Math.min(1000, Math.max(1, Number(limit) || 50))
  return {
    count: matches.length,
    entities: matches
      .slice(start, start + size)
      .map((round) =>
        isIdOnly
          ? { uuid: round.uuid, properties: { identifier: referToRound(round) } }
          : buildSearchItem(round, now),
      ),
  }
}

function toTest({ field_id: field, values }: Record<string, unknown>): (round: Round) => boolean {
  const allowed = (Array.isArray(values) ? values : []).map(String).filter((value) => value !== '')
  // A value that was only the word for a sandbox delay is empty here and filters nothing.
  if (allowed.length === 0) return () => true
  switch (field) {
    case 'announced_on': {
      const days = Number(/^(\d+) days? ago$/.exec(allowed[0] ?? '')?.[1] ?? 0)
      return (round) => round.announcedDaysAgo <= days
    }
    case 'investment_type':
      return (round) => allowed.includes(round.type)
    case 'funded_organization_identifier':
      return (round) => allowed.includes(getCompany(round.companyIndex).uuid)
    case 'investor_identifiers':
      return (round) => round.investors.some((investor) => allowed.some((uuid) => isInvestor(investor, uuid)))
    default:
      return () => true
  }
}

/** Making a person is slow, so people are only compared if the UUID is not a company's. */
const isInvestor = (investor: InvestorRef, uuid: string): boolean =>
  investor.kind === 'organization'
    ? getCompany(investor.companyIndex).uuid === uuid
    : !findCompanyByUuid(uuid) && referToPerson(investor).reference.uuid === uuid

function buildSearchItem(round: Round, now: Date) {
  const { uuid, investors } = round
  const listed = investors.map((investor) => ({ role: 'investor', ...referToInvestor(investor) }))
  return {
    uuid,
    properties: {
      identifier: referToRound(round),
      investment_type: round.type,
      investor_identifiers: listed.length > 0 || toFormNumber(uuid) % 2 === 0 ? listed : undefined,
      funded_organization_identifier: referToInvestee(round),
      // All visitors see these of an open round.
      ...(isOpen(round) && {
        announced_on: formatAnnounced(round, now),
        money_raised: buildMoney(round),
        lead_investor_identifiers: round.leadInvestors.map(referToInvestor),
      }),
    },
  }
}
