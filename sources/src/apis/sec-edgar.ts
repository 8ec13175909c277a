// EDGAR, the register of the U.S. Securities and Exchange Commission: the index of its filings, which is searched, and
// the filings themselves, which never change. It allows ten requests a second over all its hosts.
import { readRegisterUuid, registerUuid } from '@quarry/kit/register-uuid'
import { upstreamApi } from '@quarry/kit/upstream-api'
import { isFinalSecPage, redactSec, redactVersion } from './sec-edgar-pages.ts'

export const secEdgar = upstreamApi({
  name: 'sec-edgar',
  title: 'SEC EDGAR',
  hosts: ['efts.sec.gov', 'www.sec.gov'],
  licence: 'public domain (17 U.S.C. 105)',
  credit: 'Source: U.S. Securities and Exchange Commission, EDGAR',
  homepage: 'https://www.sec.gov/search-filings',
  pace: { perSecond: 8 },
  concurrency: 6,
  needsContact: true,
  redact: redactSec,
  redactVersion,
  isFinal: isFinalSecPage,
})

/** Both days count: `2026-11-13`. */
export type FilingDays = { from: string; to: string }

export type IndexSearch = {
  /** Root forms: an amendment of a form is found with it. */
  forms: readonly string[]
  days?: FilingDays
  /** Ten digits. */
  cik?: string
  /** Words that stand one after the other in the filing. */
  phrase?: string
}

export function indexUrl({ forms, days, cik, phrase }: IndexSearch, skip = 0): string {
  const asked = new URLSearchParams({
    q: phrase === undefined ? '' : `"${phrase}"`,
    forms: forms.join(','),
    ...(days ? { dateRange: 'custom', startdt: days.from, enddt: days.to } : {}),
    ...(cik === undefined ? {} : { ciks: cik }),
    ...(skip > 0 ? { from: String(skip) } : {}),
  })
  return `https://efts.sec.gov/LATEST/search-index?${asked}`
}

/** The same search as a person sees it. */
export function indexPage({ forms, days, cik }: IndexSearch): string {
  const asked = new URLSearchParams({
    ...(days ? { dateRange: 'custom', startdt: days.from, enddt: days.to } : {}),
    ...(cik === undefined ? {} : { ciks: cik }),
    forms: forms.join(','),
  })
  return `https://www.sec.gov/edgar/search/#/${asked}`
}

/** A filing: its accession number of eighteen digits, and the number of ten digits of one who filed it. */
export type FilingNumber = { accession: string; cik: string }

const folder = 'https://www.sec.gov/Archives/edgar/data'

export const filingUrl = ({ accession, cik }: FilingNumber): string =>
  `${folder}/${Number(cik)}/${accession}/primary_doc.xml`

/** The same filing as a person sees it. */
export const filingPage = ({ accession, cik }: FilingNumber): string =>
  `${folder}/${Number(cik)}/${accession}/${dashed(accession)}-index.htm`

const dashed = (accession: string): string =>
  `${accession.slice(0, 10)}-${accession.slice(10, 12)}-${accession.slice(12)}`

const filingPath =
  /^\/Archives\/edgar\/data\/(\d{1,10})\/(?:\d{18}\/)?(\d{10})-?(\d{2})-?(\d{6})(?:$|\/|-index|\.txt$)/

/** The filing that an address of the register's archive is about. */
export function parseFilingUrl({ pathname }: URL): FilingNumber | null {
  const [, cik, ...accession] = filingPath.exec(pathname) ?? []
  return cik === undefined ? null : { cik: cik.padStart(10, '0'), accession: accession.join('') }
}

const filerKind = 0x5ec1
const filingKind = 0x5ec2

export const filerUuid = (cik: string): string =>
  registerUuid({ kind: filerKind, number: BigInt(cik), second: 0n })

/** The number of the filer that a UUID of ours stands for; null for any other UUID. */
export function readFilerUuid(uuid: string): string | null {
  const held = readRegisterUuid(uuid)
  return held?.kind === filerKind && held.second === 0n ? digits(held.number, 10) : null
}

// Decision: it holds the filer's number too, because without it a filing cannot be fetched.
export const filingUuid = ({ accession, cik }: FilingNumber): string =>
  registerUuid({ kind: filingKind, number: BigInt(accession), second: BigInt(cik) })

/** The filing that a UUID of ours stands for; null for any other UUID. */
export function readFilingUuid(uuid: string): FilingNumber | null {
  const held = readRegisterUuid(uuid)
  if (held?.kind !== filingKind) return null
  const [accession, cik] = [digits(held.number, 18), digits(held.second, 10)]
  return accession === null || cik === null ? null : { accession, cik }
}

function digits(number: bigint, length: number): string | null {
  const text = String(number).padStart(length, '0')
  return text.length === length ? text : null
}
