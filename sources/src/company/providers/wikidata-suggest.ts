// Suggestions from Wikidata: organisations with a website, one of whose names begins with the text; where the text is
// the beginning of a domain, those first whose website's domain begins so. Two to five requests.
import { found, type Get, notFound, type Outcome } from '@quarry/kit/outcome'
import { type Io, provider } from '@quarry/kit/provider'
import { createListReader } from '@quarry/kit/read/list-reader'
import { nameSearchUrl, searchPage, statementSearchUrls, wikidata } from '../../apis/wikidata.ts'
import { foundIn, type Item, labelOf, namesakesIn, wholeItemsIn } from '../../apis/wikidata-item.ts'
import { itemsAtOnce, readItems } from '../../apis/wikidata-lookup.ts'
import { isOrganisation, logoOf, websiteOf, websitesOf } from '../../apis/wikidata-organisation.ts'
import { mostSuggestions, type Suggestion, type SuggestQuery } from '../suggest-record.ts'

export const suggestWikidata = provider<SuggestQuery, Suggestion[]>({
  through: wikidata,
  example: { query: 'wikimedia' },
  find,
  extract: (page, { beginning }) => outcomeOf(wholeItemsIn(page), beginning),
})

// Most items whose name begins with a text are no companies; more than this many are not looked into.
const mostHits = 20

async function find({ beginning }: SuggestQuery, { get }: Io): Promise<Outcome<Suggestion[]>> {
  const companies = new Map<string, Item>()
  const isEnough = () => companies.size >= mostSuggestions
  const addFrom = async (ids: readonly string[], isMeant: (item: Item) => boolean) => {
    for (let start = 0; start < ids.length && !isEnough(); start += itemsAtOnce)
      for (const item of await readItems(get, ids.slice(start, start + itemsAtOnce)))
        if (isOrganisation(item) && websitesOf(item).length > 0 && isMeant(item)) companies.set(item.id, item)
  }
  const host = hostBeginning.exec(beginning)?.[1]
  if (host !== undefined)
    await addFrom(await idsByHost(get, host), (item) =>
      websitesOf(item).some(({ domain }) => domain.startsWith(host)),
    )
  if (!isEnough()) {
    const ids = namesakesIn(await get(nameSearchUrl(beginning, mostHits)))
    await addFrom(
      ids.filter((id) => !companies.has(id)),
      () => true,
    )
  }
  return outcomeOf([...companies.values()], beginning)
}

/** A text with a dot inside may go on as a domain. */
const hostBeginning = /^(?:www\.)?([a-z0-9-]{2,63}\.[a-z0-9.-]{0,190})$/

async function idsByHost(get: Get, host: string): Promise<string[]> {
  const beginnings = ['https://www.', 'https://', 'http://www.', 'http://'].map((start) => `${start}${host}*`)
  const ids: string[] = []
  for (const url of statementSearchUrls('P856', beginnings)) ids.push(...foundIn(await get(url)))
  return [...new Set(ids)]
}

/** Each domain once, as in the order of the items. */
function outcomeOf(items: readonly Item[], beginning: string): Outcome<Suggestion[]> {
  const lists = createListReader('wikidata')
  const read = lists.side('suggestions', items, (item): Suggestion | null => {
    const name = labelOf(item)
    const website = websiteOf(item, null)
    return name === null || website === null ? null : { name, domain: website.domain, logo_url: logoOf(item) }
  })
  const known = new Set<string>()
  const suggestions = read.filter(({ domain }) => !known.has(domain) && known.add(domain))
  if (suggestions.length === 0) return notFound
  return found(suggestions.slice(0, mostSuggestions), { ...lists.counted(), source: searchPage(beginning) })
}
