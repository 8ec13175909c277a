// EDGAR, the register of the U.S. Securities and Exchange Commission: its addresses, its ids, and what its pages must
// contain. Filings name officers, signatories and their addresses: only the elements and fields listed here pass
// `redactSec`, so that nothing else can be shown or stored.
import { type Page, pageChanged, upstreamApi } from '@quarry/kit'
import { readAnswerDate } from '@quarry/kit/read/answer-date'
import { jsonAnswer } from '@quarry/kit/read/json-answer'
import { asArray, asObject, at } from '@quarry/kit/read/values'
import { xmlLeaves } from '@quarry/kit/read/xml-leaves'
import { readRegisterUuid, registerUuid } from '@quarry/kit/register-uuid'

export const secEdgar = upstreamApi({
  name: 'sec-edgar',
  title: 'SEC EDGAR',
  hosts: ['efts.sec.gov', 'www.sec.gov'],
  licence: 'public domain (17 U.S.C. 105)',
  credit: 'Source: U.S. Securities and Exchange Commission, EDGAR',
  homepage: 'https://www.sec.gov/search-filings',
  // It states ten requests a second, and in practice blocks an address for minutes after six a second.
  rateLimit: { perSecond: 3 },
  concurrency: 2,
  restSeconds: 600,
  needsContact: 'mail',
  redact: redactSec,
  // Increase it with every change of what passes.
  redactVersion: 2,
  isFinal: isFinalSecPage,
})

/** Both days inclusive: `2026-11-13`. */
export type FilingDays = { from: string; to: string }

export type IndexSearch = {
  /** Root forms: the index finds amendments with their form. */
  forms: readonly string[]
  days?: FilingDays
  /** Ten digits. */
  cik?: string
  /** Consecutive words of the filing. */
  phrase?: string
}

const toDateParams = (days: FilingDays | undefined) =>
  days ? { dateRange: 'custom', startdt: days.from, enddt: days.to } : {}

export const indexUrl = ({ forms, days, cik, phrase }: IndexSearch, skip = 0): string =>
  `https://efts.sec.gov/LATEST/search-index?${new URLSearchParams({
    q: phrase === undefined ? '' : `"${phrase}"`,
    forms: forms.join(','),
    ...toDateParams(days),
    ...(cik === undefined ? {} : { ciks: cik }),
    ...(skip > 0 ? { from: String(skip) } : {}),
  })}`

/** The page of the same search on the register's site. */
export const indexPage = ({ forms, days, cik }: IndexSearch): string =>
  `https://www.sec.gov/edgar/search/#/${new URLSearchParams({
    ...toDateParams(days),
    ...(cik === undefined ? {} : { ciks: cik }),
    forms: forms.join(','),
  })}`

/** The list of all filings of a day, which is published in the evening. Days without filings have none. */
export const dailyIndexUrl = (day: string): string => {
  const [year, month = '', date] = day.split('-')
  return `https://www.sec.gov/Archives/edgar/daily-index/${year}/QTR${Math.ceil(Number(month) / 3)}/form.${year}${month}${date}.idx`
}

const folder = 'https://www.sec.gov/Archives/edgar/data'

export const filingUrl = ({ accession, cik }: FilingNumber): string =>
  `${folder}/${Number(cik)}/${accession}/primary_doc.xml`

/** The page of the filing on the register's site. */
export const filingPage = ({ accession, cik }: FilingNumber): string =>
  `${folder}/${Number(cik)}/${accession}/${dashAccession(accession)}-index.htm`

const filingPath =
  /^\/Archives\/edgar\/data\/(\d{1,10})\/(?:\d{18}\/)?(\d{10})-?(\d{2})-?(\d{6})(?:$|\/|-index|\.txt$)/

/** The filing of an address in the register's archive. */
export function parseFilingUrl({ pathname }: URL): FilingNumber | null {
  const [, cik, ...accession] = filingPath.exec(pathname) ?? []
  return cik === undefined ? null : { cik: cik.padStart(10, '0'), accession: accession.join('') }
}

const filerKind = 0x5ec1
const filingKind = 0x5ec2

export const filerUuid = (cik: string): string =>
  registerUuid({ kind: filerKind, number: BigInt(cik), second: 0n })

/** The filer's number in a UUID made by `filerUuid`; null for any other UUID. */
export function readFilerUuid(uuid: string): string | null {
  const numbers = readRegisterUuid(uuid)
  return numbers?.kind === filerKind && numbers.second === 0n ? toDigits(numbers.number, 10) : null
}

// Decision: it holds the filer's number too, because a filing cannot be fetched without it.
export const filingUuid = ({ accession, cik }: FilingNumber): string =>
  registerUuid({ kind: filingKind, number: BigInt(accession), second: BigInt(cik) })

/** The filing of a UUID made by `filingUuid`; null for any other UUID. */
export function readFilingUuid(uuid: string): FilingNumber | null {
  const numbers = readRegisterUuid(uuid)
  if (numbers?.kind !== filingKind) return null
  const [accession, cik] = [toDigits(numbers.number, 18), toDigits(numbers.second, 10)]
  return accession === null || cik === null ? null : { accession, cik }
}

function toDigits(number: bigint, length: number): string | null {
  const text = String(number).padStart(length, '0')
  return text.length === length ? text : null
}

/** An accession number of 18 digits, and the 10-digit number of one of its filers. */
export type FilingNumber = { accession: string; cik: string }

/** As people write it: `0002100457-26-000003`. */
export const dashAccession = (accession: string): string => accession.replace(/^(\d{10})(\d{2})/, '$1-$2-')

/** Many times the largest filing or page of the index. */
const maxChars = 1_000_000
/** Several times the largest list of a day. */
const maxDailyChars = 5_000_000

const hitsPerPage = 100

const root = 'edgarSubmission'

const [identity, anything, flag, count] = [/^.*\S/, /^/, /^(?:true|false)?$/, /^\d{0,15}$/]
const cik = /^\d{1,10}$/

/** The elements of a filing that pass, each with the pattern of an intact value; most may be empty. */
const elements = new Map(
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
  }).map(([path, pattern]) => [`${root}/${path}`, pattern]),
)

/** The issuer's own words: only the amounts in them pass. */
const progressUpdate = `${root}/formData/issuerInformation/progressUpdate`

const hitFields = ['adsh', 'ciks', 'form', 'file_date', 'file_num']

export function redactSec(page: Page): Page {
  const isDaily = isDailyIndex(page.url)
  if (page.body.length > (isDaily ? maxDailyChars : maxChars))
    throw pageChanged('too long for an answer of the register')
  if (isDaily) return { ...page, body: redactDailyIndex(page.body) }
  if (isXml(page.body)) return { ...page, body: redactFiling(page.body) }
  return { ...page, body: redactIndex(page.body) }
}

const isXml = (body: string): boolean =>
  /^[\s\ufeff]{0,50}<(?:\?xml|edgarSubmission)[\s?>]/.test(body.slice(0, 100))

const isDailyIndex = (url: string): boolean =>
  new URL(url).pathname.startsWith('/Archives/edgar/daily-index/')

/** A filing in the list of a day. */
type DailyEntry = FilingNumber & { form: string; filedOn: string }

/** The lines about the forms that are read, without the names of the filers. */
const redactDailyIndex = (body: string): string =>
  readDailyIndex(body)
    .map(({ form, cik, filedOn, accession }) =>
      [form, cik, filedOn, `edgar/data/${Number(cik)}/${dashAccession(accession)}.txt`].join(' '),
    )
    .join('\n')

const dailyForms = new Set(['C', 'C-U', 'D'])

/** The filings of the forms that are read. Throws if the body is not the list of a day. */
export function readDailyIndex(body: string): DailyEntry[] {
  let lines = 0
  const entries = body.split('\n').flatMap((line): DailyEntry[] => {
    // Form, name, CIK, date and file in columns; only the name has spaces.
    const words = line.trim().split(/\s+/)
    const [cikText = '', date = '', file = ''] = words.slice(-3)
    const accession = /^edgar\/data\/\d{1,10}\/(\d{10}-\d{2}-\d{6})\.txt$/.exec(file)?.[1]
    const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(date) ?? []
    if (accession === undefined || day === undefined || !cik.test(cikText)) return []
    lines += 1
    const form = words[0] ?? ''
    if (!dailyForms.has(form)) return []
    return [
      {
        form,
        cik: cikText.padStart(10, '0'),
        filedOn: `${year}-${month}-${day}`,
        accession: accession.replaceAll('-', ''),
      },
    ]
  })
  if (lines === 0) throw pageChanged('no list of the filings of a day')
  return entries
}

/** XML of the same form, with each element alone in its parents. */
function redactFiling(body: string): string {
  const { leaves, isWhole } = xmlLeaves(body)
  const keptLeaves = leaves.flatMap(({ path, raw }) => {
    const text = elements.has(path) ? raw : path === progressUpdate ? findAmounts(raw) : null
    if (text === null) return []
    const names = path.split('/').slice(1)
    const ends = names.toReversed().map((name) => `</${name}>`)
    return [`${names.map((name) => `<${name}>`).join('')}${text.trim()}${ends.join('')}\n`]
  })
  // A filing that was cut off stays cut off; a page that is not a filing becomes empty.
  return keptLeaves.length === 0 ? '' : `<${root}>\n${keptLeaves.join('')}${isWhole ? `</${root}>` : ''}`
}

const findAmounts = (raw: string): string =>
  (raw.slice(0, 10_000).match(/\$\s?\d[\d,.]{0,30}/g) ?? []).join(' ')

/** Throws if the body is not a complete page of the index, because it could contain anything. */
function redactIndex(body: string): string {
  const response = jsonAnswer(body)
  const hits = at(response, 'hits', 'hits')
  if (!Array.isArray(hits)) throw pageChanged('no page of the index of filings')
  const redactedHits = hits.map((hit) => {
    const fields = Object.entries(asObject(at(hit, '_source')) ?? {})
    return { _source: Object.fromEntries(fields.filter(([name]) => hitFields.includes(name))) }
  })
  return JSON.stringify({ hits: { total: at(response, 'hits', 'total'), hits: redactedHits } })
}

// Decision: filings are indexed within days, so the index of a day is final after a week.
const settledMs = 7 * 24 * 3_600_000

/** Only complete and intact pages are final: they are stored and never fetched again. */
export function isFinalSecPage(page: Page): boolean {
  const { hostname, pathname, searchParams } = new URL(page.url)
  const isSettled = (day: string) => readAnswerDate(page).getTime() - Date.parse(day) > settledMs
  if (isDailyIndex(page.url)) {
    const [, year, month, day] = /\/form\.(\d{4})(\d{2})(\d{2})\.idx$/.exec(pathname) ?? []
    return page.body !== '' && isSettled(`${year}-${month}-${day}`)
  }
  if (hostname === 'www.sec.gov') return isIntactFiling(page.body)
  return (
    isSettled(searchParams.get('enddt') ?? '') && isIntactIndex(page.body, Number(searchParams.get('from')))
  )
}

function isIntactFiling(body: string): boolean {
  const { leaves, isWhole } = xmlLeaves(body)
  const patterns = leaves.map(({ path }) => elements.get(path))
  // Every filing has its form, its filer and the name.
  if (!isWhole || patterns.filter((pattern) => pattern === identity || pattern === cik).length < 3)
    return false
  return leaves.every(({ raw }, n) => patterns[n]?.test(raw) ?? true)
}

function isIntactIndex(body: string, skip: number): boolean {
  const response = jsonAnswer(body)
  const total = at(response, 'hits', 'total', 'value')
  const hits = asArray(at(response, 'hits', 'hits'))
  // A full page, or the rest. An empty one may come from an index that does not work.
  if (hits.length === 0 || hits.length !== Math.min(hitsPerPage, Number(total) - skip)) return false
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
