// GDELT indexes the world's news and finds articles by words in their text, translated if they are foreign. It returns
// the newest 250 articles of a month, allows one request in five seconds, and sends errors as text with status 200.
import { Failure, type Page, pageChanged, rateLimited, upstreamApi } from '@quarry/kit'
import { jsonObject } from '@quarry/kit/read/json-answer'
import { toEntries } from '@quarry/kit/read/list-reader'
import { type JsonObject, parseJson } from '@quarry/kit/read/parse-json'
import { asObject } from '@quarry/kit/read/values'

const secondsApart = 5

export const gdelt = upstreamApi({
  name: 'gdelt',
  title: 'GDELT',
  hosts: ['api.gdeltproject.org'],
  licence: 'terms of use of the GDELT Project',
  credit: 'News found by the GDELT Project, https://www.gdeltproject.org',
  homepage: 'https://www.gdeltproject.org',
  rateLimit: { secondsApart },
  concurrency: 1,
})

/** The most articles of a search that it returns. */
export const gdeltReach = 250

export type GdeltSearch = {
  /** In GDELT's query language, see `toGdeltQuery`. */
  query: string
  /** Two-letter codes; a code without a GDELT name is not sent. */
  country: string
  language: string
}

const api = 'https://api.gdeltproject.org/api/v2/doc/doc'

function buildParams({ query, country, language }: GdeltSearch): Record<string, string> {
  const [fips, languageName] = [toFipsCountry(country), toGdeltLanguage(language)]
  const edition = [
    ...(fips ? [`sourcecountry:${fips}`] : []),
    ...(languageName ? [`sourcelang:${languageName}`] : []),
  ]
  return { query: [query, ...edition].join(' '), mode: 'ArtList', timespan: '1m', sort: 'DateDesc' }
}

export const gdeltUrl = (search: GdeltSearch): string =>
  `${api}?${new URLSearchParams({ ...buildParams(search), format: 'json', maxrecords: String(gdeltReach) })}`

/** The page of the same search on GDELT's site. */
export const gdeltSearchPage = (search: GdeltSearch): string =>
  `${api}?${new URLSearchParams(buildParams(search))}`

const maxErrorChars = 1000

/** The articles of a response; none if it found none. */
export function readGdeltResponse({ body, headers }: Page): JsonObject[] {
  const response = jsonObject({ body })
  if (response) {
    // A search without a match is answered with `{}`.
    const { articles = null } = response
    if (articles === null && Object.keys(response).every((name) => name === 'articles')) return []
    if (Array.isArray(articles)) return toEntries(articles)
    throw pageChanged('gdelt: the articles are not a list')
  }
  const message = body.trim()
  if (/^\{\s*"articles"/.test(message) && /\]\s*\}$/.test(message.slice(-20))) return readEachArticle(message)
  if (message === '' || message.length > maxErrorChars || /^[<[{]/.test(message))
    throw pageChanged('gdelt: the answer is neither JSON nor an error')
  const detail = `gdelt: ${message.slice(0, 200)}`
  if (!/limit requests|too many requests/i.test(message)) throw new Failure('upstream_failed', detail)
  const waitSeconds = Number(headers?.['retry-after'])
  throw rateLimited(detail, waitSeconds > 0 ? Math.ceil(waitSeconds) : secondsApart)
}

/**
 * The articles of a response that is not valid JSON, each read by itself: titles may have unescaped quotes. An article
 * that cannot be read is an empty object.
 */
const readEachArticle = (body: string): JsonObject[] =>
  body
    .split(/\{\s{0,20}"url"\s{0,5}:/)
    .slice(1)
    .map((rest) => asObject(parseJson(`{"url":${rest.replace(/[\s,\]}]{1,40}$/, '')}}`)) ?? {})

/** The date at which GDELT saw an article: `20261005T081500Z`. */
export function parseSeenDate(text: string): Date | null {
  const [, year, month, day, time] = /^(\d{4})(\d\d)(\d\d)T(\d{6})Z$/.exec(text) ?? []
  const date = new Date(`${year}-${month}-${day}T${time?.replace(/(..)(..)/, '$1:$2:')}Z`)
  return Number.isNaN(date.getTime()) ? null : date
}

const minPhraseChars = 5
/** For words with a dash or a point, such as "f-16", which GDELT itself proposes to quote. */
const minPointedChars = 4
const minWordChars = 2
const maxQueryChars = 500
/** Grammatical words that are too short for GDELT. */
const fillers = new Set(['a', 'à', 'y'])

type Term = { text: string; isExcluded: boolean }

/**
 * Translates a caller's search: phrases, excluded words, alternatives and sites have another notation in GDELT. What
 * else GDELT takes for an operator is a plain word here. `problem` completes "query …" if GDELT cannot search for it.
 */
export function toGdeltQuery(words: string): { query: string } | { problem: string } {
  if (words.length > maxQueryChars)
    return { problem: `must have at most ${maxQueryChars} characters for GDELT` }
  const groups: Term[][] = []
  let isAlternative = false
  for (const part of words.match(/-?"[^"]*"?|[^\s"]+/g) ?? []) {
    if (part === 'OR') {
      isAlternative = groups.length > 0
      continue
    }
    if (part === 'AND' || fillers.has(part)) continue
    const terms = parseTerms(part)
    if ('problem' in terms) return terms
    const [first] = terms
    const before = groups.at(-1)
    // Alternatives are single words or phrases that are not excluded.
    const joins =
      isAlternative && before && first && [...before, ...terms].every(({ isExcluded }) => !isExcluded)
    if (joins && terms.length === 1) before.push(first)
    else groups.push(...terms.map((term) => [term]))
    if (terms.length > 0) isAlternative = false
  }
  if (!groups.flat().some(({ isExcluded }) => !isExcluded))
    return { problem: 'must contain a word that GDELT can search for' }
  return { query: groups.map(writeGroup).join(' ') }
}

/** GDELT allows parentheses around alternatives only. */
function writeGroup(group: readonly Term[]): string {
  const texts = group.map(({ text, isExcluded }) => `${isExcluded ? '-' : ''}${text}`)
  return texts.length > 1 ? `(${texts.join(' OR ')})` : texts.join('')
}

const isHost = (text: string): boolean =>
  /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/i.test(text) && text.split('.').every((label) => label.length <= 63)

function parseTerms(part: string): Term[] | { problem: string } {
  const isExcluded = part.startsWith('-') && part.length > 1
  const bare = isExcluded ? part.slice(1) : part
  const [, operator, value = ''] = /^(site|inurl|intitle):(.*)$/i.exec(bare) ?? []
  if (operator !== undefined) {
    if (operator.toLowerCase() !== 'site' || !isHost(value))
      return { problem: 'must not use inurl: or intitle:, and site: only with a host, for GDELT' }
    return [{ text: `domain:${value.toLowerCase()}`, isExcluded }]
  }
  const plain = bare.replace(/[^\p{L}\p{M}\p{N}&.'’-]+/gu, ' ')
  const texts = bare.startsWith('"') ? [plain] : plain.split(' ')
  const trimmed = texts.map((text) => trimEnd(text.replace(/^[^\p{L}\p{N}]+/u, ''))).filter(Boolean)
  if (trimmed.some((text) => !isFindable(text)))
    return {
      problem: `must have words of at least ${minWordChars} and phrases of at least ${minPhraseChars} characters for GDELT`,
    }
  // GDELT takes a word with a dash or a point for a phrase, and refuses a short word in quotes.
  return trimmed.map((text) => ({ text: isPlainWord(text) ? text : `"${text}"`, isExcluded }))
}

const isPlainWord = (text: string): boolean => /^[\p{L}\p{M}\p{N}]+$/u.test(text)

const isFindable = (text: string): boolean =>
  text.length >= (isPlainWord(text) ? minWordChars : text.includes(' ') ? minPhraseChars : minPointedChars)

/** A loop, because a regular expression for the end would be tried at every character. */
function trimEnd(text: string): string {
  const chars = [...text]
  while (chars.length > 0 && !/[\p{L}\p{M}\p{N}]/u.test(chars.at(-1) ?? '')) chars.pop()
  return chars.join('')
}

const fips = new Map(
  `ad AN ae AE af AF ag AC ai AV al AL am AM ao AO ar AR as AQ at AU au AS aw AA az AJ ba BK bb BB bd BG be BE bf UV
  bg BU bh BA bi BY bj BN bm BD bn BX bo BL br BR bs BF bt BT bw BC by BO bz BH ca CA cc CK cd CG cf CT cg CF ch SZ
  ci IV ck CW cl CI cm CM cn CH co CO cr CS cu CU cv CV cw UC cx KT cy CY cz EZ de GM dj DJ dk DA dm DO do DR dz AG
  ec EC ee EN eg EG eh WI er ER es SP et ET fi FI fj FJ fk FK fm FM fo FO fr FR ga GB gb UK gd GJ ge GG gf FG gg GK
  gh GH gi GI gl GL gm GA gn GV gp GP gq EK gr GR gt GT gu GQ gw PU gy GY hk HK hn HO hr HR ht HA hu HU id ID ie EI
  il IS im IM in IN iq IZ ir IR is IC it IT je JE jm JM jo JO jp JA ke KE kg KG kh CB ki KR km CN kn SC kp KN kr KS
  kw KU ky CJ kz KZ la LA lb LE lc ST li LS lk CE lr LI ls LT lt LH lu LU lv LG ly LY ma MO mc MN md MD me MJ mg MA
  mh RM mk MK ml ML mm BM mn MG mo MC mp CQ mq MB mr MR ms MH mt MT mu MP mv MV mw MI mx MX my MY mz MZ na WA nc NC
  ne NG nf NF ng NI ni NU nl NL no NO np NP nr NR nu NE nz NZ om MU pa PM pe PE pf FP pg PP ph RP pk PK pl PL pm SB
  pr RQ ps WE pt PO pw PS py PA qa QA re RE ro RO rs RI ru RS rw RW sa SA sb BP sc SE sd SU se SW sg SN sh SH si SI
  sk LO sl SL sm SM sn SG so SO sr NS ss OD st TP sv ES sx NN sy SY sz WZ tc TK td CD tg TO th TH tj TI tl TT tm TX
  tn TS to TN tr TU tt TD tv TV tw TW tz TZ ua UP ug UG uk UK us US uy UY uz UZ va VT vc VC ve VE vg VI vi VQ vn VM
  vu NH wf WF ws WS xk KV ye YM yt MF za SF zm ZA zw ZI`
    .split(/\s+/)
    .flatMap((code, i, all): [string, string][] => (i % 2 === 0 ? [[code, all[i + 1] ?? '']] : [])),
)

/** GDELT names countries by FIPS 10-4, which differs from ISO 3166: AU is Austria. */
export const toFipsCountry = (iso: string): string | undefined => fips.get(iso)

const languages = new Set(
  `af ar az bg bn bs ca cs da de el en es et fa fi fr gl gu he hi hr hu hy id is it ja ka kk kn ko lt lv mk ml mn mr ms
  nb ne nl no pa pl pt ro ru sk sl so sq sr sv sw ta te th tr uk ur vi zh`.split(/\s+/),
)
const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** GDELT names languages in English. Two of them have another name in the runtime. */
export function toGdeltLanguage(code: string): string | undefined {
  if (code === 'bn') return 'bengali'
  if (code === 'nb') return 'norwegian'
  return languages.has(code) ? languageNames.of(code)?.toLowerCase() : undefined
}
