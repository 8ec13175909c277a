// What is let in of EDGAR's answers, and which of them are final. A filing names officers, signatories and their
// addresses; only the elements and fields that are wanted pass, so that nothing else can be shown or stored.
import { systemClock } from '@quarry/kit/clock'
import { type Page, pageChanged } from '@quarry/kit/outcome'
import { fromRfc822 } from '@quarry/kit/read/dates'
import { jsonAnswer } from '@quarry/kit/read/json-answer'
import { asArray, asObject, at } from '@quarry/kit/read/values'
import { xmlLeaves } from '@quarry/kit/read/xml-leaves'

/** Many times the largest filing or page of the index: what is longer is none of them, and not looked at. */
const maxChars = 1_000_000

/** What a page of the index has at most. */
const hitsPerPage = 100

const root = 'edgarSubmission'

const [identity, anything, flag, count] = [/^.*\S/, /^/, /^(?:true|false)?$/, /^\d{0,15}$/]
const cik = /^\d{1,10}$/

/** The elements that pass, each with what a sound one holds; most may be empty. */
const wanted = new Map(
  Object.entries({
    submissionType: identity,
    'primaryIssuer/cik': cik,
    'primaryIssuer/entityName': identity,
    'offeringData/industryGroup/industryGroupType': anything,
    'offeringData/typeOfFiling/newOrAmendment/previousAccessionNumber': /^(?:\d{10}-\d{2}-\d{6})?$/,
    'offeringData/typeOfFiling/dateOfFirstSale/value': /^(?:\d{4}-\d{2}-\d{2})?$/,
    'offeringData/typesOfSecuritiesOffered/isEquityType': flag,
    'offeringData/typesOfSecuritiesOffered/isDebtType': flag,
    'offeringData/typesOfSecuritiesOffered/isPooledInvestmentFundType': flag,
    'offeringData/typesOfSecuritiesOffered/isOtherType': flag,
    'offeringData/typesOfSecuritiesOffered/descriptionOfOtherType': anything,
    'offeringData/offeringSalesAmounts/totalAmountSold': count,
    'offeringData/investors/totalNumberAlreadyInvested': count,
    'headerData/submissionType': identity,
    'headerData/filerInfo/filer/filerCredentials/filerCik': cik,
    'formData/issuerInformation/issuerInfo/nameOfIssuer': identity,
  }).map(([path, sound]) => [`${root}/${path}`, sound]),
)

/** What an issuer reports in its own words: of it the amounts alone pass. */
const reported = `${root}/formData/issuerInformation/progressUpdate`

const wantedOfHit = ['adsh', 'ciks', 'form', 'file_date', 'file_num']

/** Raised with every change of what passes: what was kept before is asked for again. */
export const redactVersion = 1

export function redactSec(page: Page): Page {
  if (page.body.length > maxChars) throw pageChanged('too long for an answer of the register')
  if (isXml(page.body)) return { ...page, body: redactFiling(page.body) }
  return { ...page, body: redactIndex(page.body) }
}

const isXml = (body: string): boolean =>
  /^[\s\ufeff]{0,50}<(?:\?xml|edgarSubmission)[\s?>]/.test(body.slice(0, 100))

/** As XML of the same form, in which each element stands alone in its parents. */
function redactFiling(body: string): string {
  const { leaves, isWhole } = xmlLeaves(body)
  const kept = leaves.flatMap(({ path, raw }) => {
    const text = wanted.has(path) ? raw : path === reported ? amountsIn(raw) : null
    if (text === null) return []
    const names = path.split('/').slice(1)
    const ends = names.toReversed().map((name) => `</${name}>`)
    return [`${names.map((name) => `<${name}>`).join('')}${text.trim()}${ends.join('')}\n`]
  })
  // What was cut off stays cut off, and what is no filing has nothing to show.
  return kept.length === 0 ? '' : `<${root}>\n${kept.join('')}${isWhole ? `</${root}>` : ''}`
}

const amountsIn = (raw: string): string =>
  (raw.slice(0, 10_000).match(/\$\s?\d[\d,.]{0,30}/g) ?? []).join(' ')

/** Hits with the fields that are wanted. Of what is no whole page of the index nobody knows what it holds. */
function redactIndex(body: string): string {
  const answer = jsonAnswer(body)
  const hits = at(answer, 'hits', 'hits')
  if (!Array.isArray(hits)) throw pageChanged('no page of the index of filings')
  const kept = hits.map((hit) => ({ _source: pickFields(at(hit, '_source')) }))
  return JSON.stringify({ hits: { total: at(answer, 'hits', 'total'), hits: kept } })
}

const pickFields = (source: unknown) =>
  Object.fromEntries(Object.entries(asObject(source) ?? {}).filter(([name]) => wantedOfHit.includes(name)))

/** When the register answered: a run over the same pages has the same moment. */
export const readAnswerDate = ({ headers }: Page): Date => fromRfc822(headers?.date) ?? systemClock()

// Decision: what was filed on a day is indexed within days; the index of a day that is a week old is taken as final.
const settledMs = 7 * 24 * 3_600_000

/** Whole and sound: what was garbled on the way must not be taken for the register's word for ever. */
export function isFinalSecPage(page: Page): boolean {
  const { hostname, searchParams } = new URL(page.url)
  if (hostname === 'www.sec.gov') return isSoundFiling(page.body)
  const lastDay = Date.parse(searchParams.get('enddt') ?? '')
  return (
    readAnswerDate(page).getTime() - lastDay > settledMs &&
    isSoundIndex(page.body, Number(searchParams.get('from')))
  )
}

function isSoundFiling(body: string): boolean {
  const { leaves, isWhole } = xmlLeaves(body)
  const sounds = leaves.map(({ path }) => wanted.get(path))
  // Its form, who filed it, and the name: without them it is none.
  if (!isWhole || sounds.filter((sound) => sound === identity || sound === cik).length < 3) return false
  return leaves.every(({ raw }, n) => sounds[n]?.test(raw) ?? true)
}

function isSoundIndex(body: string, skipped: number): boolean {
  const answer = jsonAnswer(body)
  const total = at(answer, 'hits', 'total', 'value')
  const hits = asArray(at(answer, 'hits', 'hits'))
  // A full page, or the rest. An empty one may come from an index that is out of order.
  if (hits.length === 0 || hits.length !== Math.min(hitsPerPage, Number(total) - skipped)) return false
  return hits.every((hit) => {
    const read = (...path: (string | number)[]) => String(at(hit, '_source', ...path))
    const isDated = /^\d{4}-\d{2}-\d{2}$/.test(read('file_date'))
    return (
      isDated &&
      /^\d{10}-\d{2}-\d{6}$/.test(read('adsh')) &&
      cik.test(read('ciks', 0)) &&
      identity.test(read('form'))
    )
  })
}
