// The pretend web that the pretend engine has crawled: the sites of the world's companies, their profiles, the press
// and the conferences, so that what it finds agrees with what the other sites say.
import { type Company, getCompany, listCompanies } from '../../sandbox/companies.ts'
import { type Conference, listConferences } from '../../sandbox/conferences.ts'
import { type Article, listArticles } from '../../sandbox/news.ts'
import { once } from '../../sandbox/once.ts'
import { makeSentence } from '../../sandbox/prose.ts'
import { createRandom } from '../../sandbox/random.ts'

export type WebDocument = {
  url: string
  title: string
  /** Empty where the engine shows no snippet. */
  text: string
  site: string
  /** How old the page says it is; null where it does not. */
  minutesAgo: number | null
}

const careersEvery = 4
const articleCount = 1500
const textChars = 170

/** What stands for a document: of which list, and its position there. The documents are made when they are looked at. */
export type WebKey = { of: 'home' | 'careers' | 'conference' | 'article'; position: number }

/** Everything the engine knows, in a fixed order. */
export const webKeys = once((): readonly WebKey[] => [
  ...listCompanies().flatMap(({ index, website }): WebKey[] =>
    website !== null && index % careersEvery === 0
      ? [
          { of: 'home', position: index },
          { of: 'careers', position: index },
        ]
      : [{ of: 'home', position: index }],
  ),
  ...listConferences().map((_, position): WebKey => ({ of: 'conference', position })),
  ...listArticles()
    .slice(0, articleCount)
    .map((_, position): WebKey => ({ of: 'article', position })),
])

export function webDocument({ of, position }: WebKey): WebDocument {
  switch (of) {
    case 'home':
      return homeOf(getCompany(position))
    case 'careers':
      return careersOf(getCompany(position))
    case 'conference':
      return conferenceDocument(listConferences()[position] as Conference)
    case 'article':
      return articleDocument(listArticles()[position] as Article)
  }
}

const conferenceDocument = (conference: Conference): WebDocument => ({
  url: `https://www.startupdb.example/event/${conference.permalink}`,
  title: `${conference.name}: programme and speakers`,
  text: startOf(`${conference.place.city}, ${conference.place.country}. ${conference.shortDescription}`),
  site: 'Startup database',
  minutesAgo: null,
})

const articleDocument = (article: Article): WebDocument => ({
  url: `https://${article.outlet.domain}${article.path}`,
  title: `${article.title} - ${article.outlet.name}`,
  text: startOf(article.snippet),
  site: article.outlet.name,
  minutesAgo: article.publishedMinutesAgo,
})

/** An engine shows, and here knows, the start of a text. */
const startOf = (text: string): string =>
  text.length <= textChars
    ? text
    : `${text.slice(0, text.lastIndexOf(' ', textChars)).replace(/[,.;:]$/, '')}\u00a0...`

const undated = (url: string, title: string, text: string, site: string): WebDocument => ({
  url,
  title,
  text: startOf(text),
  site,
  minutesAgo: null,
})

/** A company without a site of its own is found by its profile. */
function homeOf(company: Company): WebDocument {
  const { name, slug, industry, website, headquarters, specialities } = company
  const known = specialities.length > 0 ? `${specialities.join(', ')}. ` : ''
  if (website === null)
    return undated(
      `https://www.socialnet.example/company/${slug}`,
      `${name} | ${industry}`,
      `${name}, ${headquarters.city}. ${known}`.trim(),
      'Professional network',
    )
  return undated(
    `${website}/`,
    company.tagline ? `${name} – ${company.tagline}` : name,
    company.description === null ? '' : `${known}${company.description}`,
    name,
  )
}

const careersOf = ({ index, name, website, headquarters }: Company): WebDocument =>
  undated(
    `${website}/careers`,
    `Careers at ${name}`,
    `Join ${name} in ${headquarters.city}. ${makeSentence(createRandom('careers', index))}`,
    name,
  )
