// The rounds of one answer to a search, as the site's API sends it or as the state of a list page holds it.
import { type Page, pageChanged } from '@quarry/kit/outcome'
import { angularState } from '@quarry/kit/read/islands'
import { createListReader, type ListReader, toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import { type JsonObject, parseJson } from '@quarry/kit/read/parse-json'
import { asObject, asText, at } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import { isJson } from './entity.ts'
import type { RoundSummary, RoundsRecord } from './funding-rounds-record.ts'
import { toFundedOrganization, toIdentifier, toInvestor } from './identifiers.ts'

type RoundsPage = RoundsRecord & {
  /** The id of the page's last round, read or not: the next page begins behind it. */
  lastId: string | null
  unread: number
  lists: ListReader
}

/** The rounds of the first page, or of a further one of the same reading, which alone may be empty. */
export function readRounds(page: Page, before?: ListReader): RoundsPage {
  // Decision: a search that is not there is a changed site; "no match" is an empty answer, never a 404.
  if (page.status === 404 || page.status === 410) throw pageChanged('the search of rounds is gone')
  assertReadable(page)
  const answer = answerIn(page.body)
  const total = toInteger(answer?.count)
  if (!answer || total === null || total < 0 || !Array.isArray(answer.entities))
    throw pageChanged('no answer to a search of rounds')
  const lists = before ?? createListReader(isJson(page.body) ? 'json' : 'ng-state')
  const entries = toEntries(answer.entities)
  const results = lists.main(
    'results',
    entries,
    (entity) => toSummary(entity, lists),
    before ? 0 : least(total),
  )
  const lastId = idOf(entries.at(-1)) ?? results.at(-1)?.uuid ?? null
  return { total, results, lists, lastId, unread: entries.length - results.length }
}

const least = (total: number): number => Math.min(1, total)

const idOf = (entity: JsonObject | undefined): string | null =>
  asText(entity?.uuid) ?? asText(at(entity, 'properties', 'identifier', 'uuid'))

/** The answer itself, or the one that the state of a list page holds. */
function answerIn(body: string): JsonObject | null {
  if (isJson(body)) return asObject(parseJson(body))
  const state = asObject(at(angularState(body), 'HttpState')) ?? {}
  const key = Object.keys(state).find((name) => name.includes('searches/funding_rounds'))
  return key === undefined ? null : asObject(at(state, key, 'data'))
}

/** The entity has its id twice: beside its properties, and in the reference to itself. */
function toSummary(entity: JsonObject, lists: ListReader): RoundSummary | null {
  const reference = asObject(at(entity, 'properties', 'identifier'))
  const known = toIdentifier({ ...reference, uuid: asText(reference?.uuid) ?? entity.uuid })
  if (!known) return null
  return {
    uuid: asText(entity.uuid) ?? known.uuid,
    identifier: known,
    investment_type: asText(at(entity, 'properties', 'investment_type')),
    investor_identifiers: lists.side(
      'investor_identifiers',
      toEntries(at(entity, 'properties', 'investor_identifiers')),
      toInvestor,
    ),
    funded_organization_identifier: toFundedOrganization(
      at(entity, 'properties', 'funded_organization_identifier'),
    ),
  }
}
