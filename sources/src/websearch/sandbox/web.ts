// The documents that the sandbox search engine knows: sites and profiles of the sandbox companies, press articles and
// conferences, so that results agree with the other sandbox sites.
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
  /** Age of the page; null if it shows none. */
  minutesAgo: number | null
}

const careersEvery = 4
const articleCount = 1500
const textChars = 170

/** A document by its list and its position there; documents are built when they are needed. */
export type WebKey = { of: 'home' | 'careers' | 'conference' | 'article'; position: number }

/** Everything the engine knows, in a fixed order. */
export const listWebKeys = once((): readonly WebKey[] => [
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

export function buildDocument({ of, position }: WebKey): WebDocument {
  switch (of) {
    case 'home':
      return buildHome(getCompany(position))
    case 'careers':
      return buildCareers(getCompany(position))
    case 'conference':
      return buildConference(listConferences()[position] as Conference)
    case 'article':
      return buildArticle(listArticles()[position] as Article)
  }
}

const buildConference = (conference: Conference): WebDocument => ({
  url: `https://www.startupdb.example/event/${conference.permalink}`,
  title: `${conference.name}: programme and speakers`,
  text: cutText(`${conference.place.city}, ${conference.place.country}. ${conference.shortDescription}`),
  site: 'Startup database',
  minutesAgo: null,
})

const buildArticle = (article: Article): WebDocument => ({
  url: `https://${article.outlet.domain}${article.path}`,
  title: `${article.title} - ${article.outlet.name}`,
  text: cutText(article.snippet),
  site: article.outlet.name,
  minutesAgo: article.publishedMinutesAgo,
})

/** The engine knows and shows only the start of a text. */
const cutText = (text: string): string =>
  text.length <= textChars
    ? text
    : `${text.slice(0, text.lastIndexOf(' ', textChars)).replace(/[,.;:]$/, '')}\u00a0...`

const buildUndated = (url: string, title: string, text: string, site: string): WebDocument => ({
  url,
  title,
  text: cutText(text),
  site,
  minutesAgo: null,
})

/** A company without a website is found by its profile. */
function buildHome(company: Company): WebDocument {
  const { name, slug, industry, website, headquarters, specialities } = company
  const specialityText = specialities.length > 0 ? `${specialities.join(', ')}. ` : ''
  if (website === null)
    return buildUndated(
      `https://www.socialnet.example/company/${slug}`,
      `${name} | ${industry}`,
      `${name}, ${headquarters.city}. ${specialityText}`.trim(),
      'Professional network',
    )
  return buildUndated(
    `${website}/`,
    company.tagline ? `${name} – ${company.tagline}` : name,
    company.description === null ? '' : `${specialityText}${company.description}`,
    name,
  )
}

const buildCareers = ({ index, name, website, headquarters }: Company): WebDocument =>
  buildUndated(
    `${website}/careers`,
    `Careers at ${name}`,
    `Join ${name} in ${headquarters.city}. ${makeSentence(createRandom('careers', index))}`,
    name,
  )
