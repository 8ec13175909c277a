// Suggestions from Wikidata: organisations with a website and a name that begins with the text. If the text looks like
// a domain, organisations whose domain begins with it come first. Two to five requests.
import { found, type Io, notFound, type Outcome, provider } from '@quarry/kit'
import { createListReader } from '@quarry/kit/read/list-reader'
import { nameSearchUrl, searchPage, wikidata } from '../../apis/wikidata.ts'
import { type Item, readLabel, readNameHits, readWholeItems } from '../../apis/wikidata-item.ts'
import { fetchItems, itemsAtOnce, searchByStatement, spellWebsites } from '../../apis/wikidata-lookup.ts'
import { findWebsite, isOrganisation, readLogo, readWebsites } from '../../apis/wikidata-organisation.ts'
import { maxSuggestions, type Suggestion, type SuggestQuery } from '../records.ts'

export const suggestWikidata = provider<SuggestQuery, Suggestion[]>({
  api: wikidata,
  example: { query: 'wikimedia' },
  find,
  extract: (page, { beginning }) => toOutcome(readWholeItems(page), beginning),
})

/** How many items are read at most: few items whose name begins with a text are companies. */
const maxHits = 20

async function find({ beginning }: SuggestQuery, { get }: Io): Promise<Outcome<Suggestion[]>> {
  const companies = new Map<string, Item>()
  const isFull = () => companies.size >= maxSuggestions
  const addCompanies = async (ids: readonly string[], hostStart = '') => {
    for (let start = 0; start < ids.length && !isFull(); start += itemsAtOnce)
      for (const item of await fetchItems(get, ids.slice(start, start + itemsAtOnce)))
        if (isOrganisation(item) && readWebsites(item).some(({ domain }) => domain.startsWith(hostStart)))
          companies.set(item.id, item)
  }
  const host = hostBeginning.exec(beginning)?.[1]
  if (host !== undefined)
    await addCompanies(await searchByStatement(get, 'P856', spellWebsites(`${host}*`)), host)
  if (!isFull()) {
    const ids = readNameHits(await get(nameSearchUrl(beginning, maxHits)))
    await addCompanies(ids.filter((id) => !companies.has(id)))
  }
  return toOutcome([...companies.values()], beginning)
}

/** A text with a dot inside may be the beginning of a domain. */
const hostBeginning = /^(?:www\.)?([a-z0-9-]{2,63}\.[a-z0-9.-]{0,190})$/

/** Each domain once, in the order of the items. */
function toOutcome(items: readonly Item[], beginning: string): Outcome<Suggestion[]> {
  const lists = createListReader('wikidata')
  const all = lists.side('suggestions', items, (item): Suggestion | null => {
    const name = readLabel(item)
    const website = findWebsite(item, null)
    return name === null || website === null
      ? null
      : { name, domain: website.domain, logo_url: readLogo(item) }
  })
  const domains = new Set<string>()
  const suggestions = all.filter(({ domain }) => !domains.has(domain) && domains.add(domain))
  if (suggestions.length === 0) return notFound
  return found(suggestions.slice(0, maxSuggestions), { ...lists.counted(), source: searchPage(beginning) })
}
