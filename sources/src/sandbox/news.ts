// Press articles about rounds, conferences and companies; the press references of these have the ids of articles.
import { companyCount, getCompany, listCompanies } from './companies.ts'
import { listConferences, listPublishedPress } from './conferences.ts'
import { listRounds } from './funding.ts'
import { type Outlet, outlets, writeCompanyHeadline, writeIndustryHeadline } from './press.ts'
import { makeSentence } from './prose.ts'
import { createRandom, once, type Random } from './random.ts'
import { industries } from './words.ts'

export type Article = ReturnType<typeof makeArticle>

const companyArticleCount = 2200
const industryArticleCount = 300
const dayMinutes = 24 * 60

/** All articles, newest first. */
export const listArticles = once((): readonly Article[] =>
  [...roundArticles(), ...conferenceArticles(), ...companyArticles(), ...industryArticles()].sort(
    (a, b) => a.publishedMinutesAgo - b.publishedMinutesAgo || (a.uuid < b.uuid ? -1 : 1),
  ),
)

const roundArticles = (): Article[] =>
  listRounds().flatMap(({ companyIndex, pressReferences }) =>
    pressReferences.map((press) => pressArticle(press, companyIndex, `${getCompany(companyIndex).name}:`)),
  )

const conferenceArticles = (): Article[] =>
  listConferences().flatMap((conference) =>
    listPublishedPress(conference).map((press) =>
      pressArticle(press, null, `${conference.name}, ${conference.place.city}.`),
    ),
  )

type Press = { uuid: string; title: string; path: string; outlet: Outlet; daysAgo: number }

/** The article that a press reference names; its snippet begins with the subject. */
function pressArticle(
  { uuid, title, outlet, daysAgo, path }: Press,
  companyIndex: number | null,
  subject: string,
): Article {
  const random = createRandom('article', uuid)
  return makeArticle(random, outlet, {
    uuid,
    title,
    companyIndex,
    publishedMinutesAgo: daysAgo * dayMinutes + random.int(2, dayMinutes - 1),
    snippet: `${subject} ${makeSentence(random, outlet.language)}`,
    path,
  })
}

const companyArticles = (): Article[] =>
  Array.from({ length: companyArticleCount }, (_, index) => {
    const random = createRandom('company article', index)
    const company = getCompany(random.int(0, companyCount - 1))
    const outlet = random.pick(outlets)
    const uuid = random.uuid()
    return makeArticle(random, outlet, {
      uuid,
      title: writeCompanyHeadline(company, outlet.language, random),
      companyIndex: company.index,
      publishedMinutesAgo: recentMinutes(random),
      snippet: `${makeSentence(random, outlet.language)} ${company.name}, ${company.headquarters.city}.`,
      path: `/companies/${company.slug}-${uuid.slice(0, 8)}`,
    })
  })

const industryArticles = (): Article[] =>
  Array.from({ length: industryArticleCount }, (_, index) => {
    const random = createRandom('industry article', index)
    const industry = random.pick(industries)
    const outlet = random.pick(outlets)
    const uuid = random.uuid()
    return makeArticle(random, outlet, {
      uuid,
      title: writeIndustryHeadline(industry.name, random.pick(industry.specialities), outlet.language),
      companyIndex: null,
      publishedMinutesAgo: recentMinutes(random),
      snippet: makeSentence(random, outlet.language),
      path: `/analysis/${uuid.slice(0, 13)}`,
    })
  })

// Written out, not spread: objects of one shape take half the memory.
const makeArticle = (
  random: Random,
  outlet: Outlet,
  article: {
    uuid: string
    title: string
    companyIndex: number | null
    publishedMinutesAgo: number
    snippet: string
    path: string
  },
) => ({
  uuid: article.uuid,
  title: article.title,
  outlet,
  companyIndex: article.companyIndex,
  publishedMinutesAgo: article.publishedMinutesAgo,
  snippet: random.chance(0.05) ? article.title : article.snippet,
  path: article.path,
})

/** From minutes to a year ago, the recent past more densely. */
const recentMinutes = (random: Random): number => Math.floor(3 + random.float() ** 3 * 360 * dayMinutes)

const byCompany = once(() => {
  const grouped = new Map<number, Article[]>(listCompanies().map((company) => [company.index, []]))
  for (const article of listArticles()) {
    if (article.companyIndex !== null) grouped.get(article.companyIndex)?.push(article)
  }
  return grouped
})

export const listArticlesAbout = (companyIndex: number): readonly Article[] =>
  byCompany().get(companyIndex) ?? []
