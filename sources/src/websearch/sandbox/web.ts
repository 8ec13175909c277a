// The documents that the sandbox search engine finds: sites and profiles of the sandbox companies, press articles and
// conferences, so that results agree with the other sandbox sites.
import { type Company, listCompanies } from '../../sandbox/companies.ts'
import { type Conference, listConferences } from '../../sandbox/conferences.ts'
import { type Article, listArticles } from '../../sandbox/news.ts'
import { makeSentence } from '../../sandbox/prose.ts'
import { createRandom, once } from '../../sandbox/random.ts'

export type WebDocument = ReturnType<typeof buildDocument>

const careersEvery = 4
const articleCount = 1500
const textChars = 170

/** Everything that the engine can find, in a fixed order; documents are built when they are needed. */
export const listDocuments = once((): readonly (() => WebDocument)[] => [
  ...listCompanies().flatMap((company) => [
    () => buildHome(company),
    ...(company.website !== null && company.index % careersEvery === 0 ? [() => buildCareers(company)] : []),
  ]),
  ...listConferences().map((conference) => () => buildConference(conference)),
  ...listArticles()
    .slice(0, articleCount)
    .map((article) => () => buildArticle(article)),
])

const buildConference = (conference: Conference) =>
  buildDocument(
    `https://www.startupdb.example/event/${conference.permalink}`,
    `${conference.name}: programme and speakers`,
    `${conference.place.city}, ${conference.place.country}. ${conference.shortDescription}`,
    'Startup database',
  )

const buildArticle = ({ title, path, snippet, outlet, publishedMinutesAgo }: Article) =>
  buildDocument(
    `https://${outlet.domain}${path}`,
    `${title} - ${outlet.name}`,
    snippet,
    outlet.name,
    publishedMinutesAgo,
  )

/** The engine indexes and shows only the start of a text. */
const cutText = (text: string): string =>
  text.length <= textChars
    ? text
    : `${text.slice(0, text.lastIndexOf(' ', textChars)).replace(/[,.;:]$/, '')}\u00a0...`

/** The engine shows no snippet of an empty text, and no age of null. */
const buildDocument = (
  url: string,
  title: string,
  text: string,
  site: string,
  minutesAgo: number | null = null,
) => ({ url, title, text: cutText(text), site, minutesAgo })

/** A company without a website is found by its profile. */
function buildHome(company: Company) {
  const { name, slug, industry, website, headquarters, specialities } = company
  const specialityText = specialities.length > 0 ? `${specialities.join(', ')}. ` : ''
  if (website === null)
    return buildDocument(
      `https://www.socialnet.example/company/${slug}`,
      `${name} | ${industry}`,
      `${name}, ${headquarters.city}. ${specialityText}`.trim(),
      'Professional network',
    )
  return buildDocument(
    `${website}/`,
    company.tagline ? `${name} – ${company.tagline}` : name,
    company.description === null ? '' : `${specialityText}${company.description}`,
    name,
  )
}

const buildCareers = ({ index, name, website, headquarters }: Company) =>
  buildDocument(
    `${website}/careers`,
    `Careers at ${name}`,
    `Join ${name} in ${headquarters.city}. ${makeSentence(createRandom('careers', index))}`,
    name,
  )
