// EDGAR, the register of the U.S. Securities and Exchange Commission: the index of its filings, which is searched, and
// the filings, which never change. Its addresses and its ids.
import { upstreamApi } from '@quarry/kit'
import { readRegisterUuid, registerUuid } from '@quarry/kit/register-uuid'
import { dashAccession, type FilingNumber, isFinalSecPage, redactSec } from './sec-edgar-pages.ts'

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
