// A fake EDGAR for tests of funding rounds, with the filings of the test: an index that is searched by form, day and
// filer, and the archive. Like the server, `get` redacts responses and stores final ones.
import { readFileSync } from 'node:fs'
import { type Failure, isFailure } from '@quarry/kit/errors'
import type { Get, Page, RequestOptions } from '@quarry/kit/outcome'
import { secEdgar } from '../apis/sec-edgar.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`../startupdb/fixtures/sec-edgar-${name}`, import.meta.url), 'utf8')

export const formD = fixture('form-d.xml')
export const formCU = fixture('form-c-u.xml')
export const formC = formCU
  .replace('<submissionType>C-U<', '<submissionType>C<')
  .replace(/ {6}<progressUpdate>.*<\/progressUpdate>\n/, '')
  .replace(/ {8}<fileNumber>.*<\/fileNumber>\n/, '')
export const savedIndex = fixture('index.json')

export type FakeFiling = {
  accession: string
  cik: string
  form: string
  filedOn: string
  fileNumber?: string
  /** More than one with attached documents. */
  documents?: number
  xml: string
}

/** The nth of many sales of shares, each by another company. */
export function fakeFormD(
  n: number,
  filedOn: string,
  change: (xml: string) => string = (xml) => xml,
): FakeFiling {
  const cik = String(2_200_000 + n).padStart(10, '0')
  const xml = formD
    .replaceAll('0002100457', cik)
    .replaceAll('Otter &amp; Sons Robotics, Inc.', `Otter ${n}, Inc.`)
  return { accession: `${cik}26000001`, cik, form: 'D', filedOn, fileNumber: `021-${n}`, xml: change(xml) }
}

const dashed = (accession: string) => accession.replace(/^(\d{10})(\d{2})(\d{6})$/, '$1-$2-$3')

export type FakeResponse = { status: number; contentType: string; body: string }

/** The register's response at an address. */
export function edgarResponse(filings: readonly FakeFiling[], url: URL): FakeResponse {
  const missing = { status: 404, contentType: 'text/html', body: '<html><body>404</body></html>' }
  if (url.hostname === 'efts.sec.gov' || url.pathname === '/LATEST/search-index')
    return {
      status: 200,
      contentType: 'application/json',
      body: JSON.stringify(searchIndex(filings, url.searchParams)),
    }
  const day = /\/daily-index\/\d{4}\/QTR[1-4]\/form\.(\d{8})\.idx$/.exec(url.pathname)?.[1]
  if (day) return dailyIndex(filings.filter(({ filedOn }) => filedOn.replaceAll('-', '') === day))
  const [, cik, accession] = /\/data\/(\d+)\/(\d{18})\/primary_doc\.xml$/.exec(url.pathname) ?? []
  const filing = filings.find(
    (candidate) => candidate.accession === accession && Number(candidate.cik) === Number(cik),
  )
  return filing ? { status: 200, contentType: 'text/xml', body: filing.xml } : missing
}

/** Days without filings have no list; the archive answers 403 for them. */
function dailyIndex(filings: readonly FakeFiling[]): FakeResponse {
  if (filings.length === 0)
    return { status: 403, contentType: 'application/xml', body: '<?xml version="1.0"?><Error/>' }
  const pad = (...texts: string[]) => texts.map((text) => text.padEnd(12)).join('')
  const lines = filings.map(({ form, cik, filedOn, accession }) =>
    pad(
      form,
      'Anna A. Person  ',
      String(Number(cik)),
      filedOn.replaceAll('-', ''),
      `edgar/data/${Number(cik)}/${dashed(accession)}.txt`,
    ),
  )
  const head = 'Description:           Daily Index of EDGAR Dissemination Feed by Form Type\n\n'
  const other = pad(
    'DEF 14A',
    'Otter Inc',
    '320193',
    '20261113',
    'edgar/data/320193/0000320193-26-000001.txt',
  )
  const columns = `${pad('Form Type', 'Company Name', 'CIK', 'Date Filed', 'File Name')}\n${'-'.repeat(80)}\n`
  return {
    status: 200,
    contentType: 'text/plain',
    body: `${head}${columns}${[other, ...lines].join('\n')}\n`,
  }
}

function searchIndex(filings: readonly FakeFiling[], params: URLSearchParams) {
  const forms = (params.get('forms') ?? '').split(',')
  const [from, to, cik] = [params.get('startdt') ?? '', params.get('enddt') ?? '9', params.get('ciks')]
  const phrase = (params.get('q') ?? '').replaceAll('"', '')
  const hits = filings
    .filter(({ form }) => forms.includes(form.replace(/\/A$/, '')))
    .filter(({ filedOn }) => filedOn >= from && filedOn <= to)
    .filter((filing) => cik === null || filing.cik === cik)
    .filter(({ accession }) => phrase === '' || phrase === dashed(accession))
    .flatMap((filing) => Array.from({ length: filing.documents ?? 1 }, () => filing))
  const skip = Number(params.get('from') ?? 0)
  return {
    took: 3,
    hits: {
      total: { value: hits.length, relation: 'eq' },
      hits: hits.slice(skip, skip + 100).map(({ accession, cik: filer, form, filedOn, fileNumber }) => ({
        _id: `${dashed(accession)}:primary_doc.xml`,
        _source: {
          ciks: [filer],
          adsh: dashed(accession),
          form,
          file_date: filedOn,
          display_names: [`Somebody  (CIK ${filer})`],
          ...(fileNumber === undefined ? {} : { file_num: [fileNumber] }),
        },
      })),
    },
  }
}

export type FakeEdgar = {
  get: Get
  /** Addresses that were fetched, not read from the store. */
  requests: string[]
  countFilingRequests: () => number
  options: (RequestOptions | undefined)[]
}

export type FakeEdgarOptions = {
  filings: FakeFiling[]
  now?: string
  /** Replaces parts of the response; a Failure is thrown. */
  instead?: (url: URL, n: number) => Partial<FakeResponse> | Failure | undefined
}

export function fakeEdgar({ filings, now = '2026-11-15T15:00:00Z', instead }: FakeEdgarOptions): FakeEdgar {
  const requests: string[] = []
  const options: (RequestOptions | undefined)[] = []
  const pages = new Map<string, Page>()
  const get: Get = async (address, asking) => {
    options.push(asking)
    const stored = pages.get(address)
    if (stored) return { ...stored, headers: {}, isKept: true }
    requests.push(address)
    const url = new URL(address)
    const replacement = instead?.(url, requests.length)
    if (isFailure(replacement)) throw replacement
    const raw = {
      url: address,
      ...edgarResponse(filings, url),
      ...replacement,
      headers: { date: new Date(now).toUTCString() },
    }
    const page = redactPage(raw)
    if (page.status === 200 && secEdgar.isFinal?.(page)) pages.set(address, page)
    return page
  }
  return {
    get,
    requests,
    options,
    countFilingRequests: () => requests.filter((address) => address.endsWith('primary_doc.xml')).length,
  }
}

/** A page that cannot be redacted is returned unchanged. */
function redactPage(page: Page): Page {
  try {
    return secEdgar.redact?.(page) ?? page
  } catch {
    return page
  }
}
