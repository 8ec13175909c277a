// The pretend web that the pretend engine has crawled: the sites of the world's companies, their profiles, the press
// and the conferences, so that what it finds agrees with what the other sites say.
import { type Company, companies } from '../../../sandbox/world/companies.ts'
import { conferences } from '../../../sandbox/world/conferences.ts'
import { articles } from '../../../sandbox/world/news.ts'
import { once } from '../../../sandbox/world/once.ts'
import { sentence } from '../../../sandbox/world/prose.ts'
import { seeded } from '../../../sandbox/world/random.ts'

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

/** Everything the engine knows, in a fixed order. */
export const webDocuments = once((): readonly WebDocument[] => [
  ...companies().flatMap(companyDocuments),
  ...conferences().map((conference) => ({
    url: `https://www.startupdb.example/event/${conference.permalink}`,
    title: `${conference.name}: programme and speakers`,
    text: startOf(`${conference.place.city}, ${conference.place.country}. ${conference.shortDescription}`),
    site: 'Startup database',
    minutesAgo: null,
  })),
  ...articles()
    .slice(0, articleCount)
    .map((article) => ({
      url: `https://${article.outlet.domain}${article.path}`,
      title: `${article.title} - ${article.outlet.name}`,
      text: startOf(article.snippet),
      site: article.outlet.name,
      minutesAgo: article.publishedMinutesAgo,
    })),
])

/** An engine shows, and here knows, the start of a text. */
const startOf = (text: string): string =>
  text.length <= textChars
    ? text
    : `${text.slice(0, text.lastIndexOf(' ', textChars)).replace(/[,.;:]$/, '')}\u00a0...`

function companyDocuments(company: Company): WebDocument[] {
  const { name, slug, industry, website, headquarters, specialities } = company
  const known = specialities.length > 0 ? `${specialities.join(', ')}. ` : ''
  const document = (url: string, title: string, text: string, site = name) => ({
    url,
    title,
    text: startOf(text),
    site,
    minutesAgo: null,
  })
  // A company without a site of its own is found by its profile.
  if (website === null)
    return [
      document(
        `https://www.socialnet.example/company/${slug}`,
        `${name} | ${industry}`,
        `${name}, ${headquarters.city}. ${known}`.trim(),
        'Professional network',
      ),
    ]
  const home = document(
    `${website}/`,
    company.tagline ? `${name} – ${company.tagline}` : name,
    company.description === null ? '' : `${known}${company.description}`,
  )
  if (company.index % careersEvery !== 0) return [home]
  const careers = document(
    `${website}/careers`,
    `Careers at ${name}`,
    `Join ${name} in ${headquarters.city}. ${sentence(seeded('careers', company.index))}`,
  )
  return [home, careers]
}
