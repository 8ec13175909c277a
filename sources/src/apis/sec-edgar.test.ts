// Requests to EDGAR, redaction of its responses, which of them are final, and ids that can be read back.
import type { Page } from '@quarry/kit/outcome'
import { expect, test } from 'vitest'
import { formC, formCU, formD, savedIndex } from '../testing/fake-edgar.ts'
import {
  dailyIndexUrl,
  filerUuid,
  filingPage,
  filingUrl,
  filingUuid,
  indexPage,
  indexUrl,
  isFinalSecPage,
  parseFilingUrl,
  readDailyIndex,
  readFilerUuid,
  readFilingUuid,
  redactSec,
} from './sec-edgar.ts'

const filing = { accession: '000210045726000003', cik: '0002100457' }
const page = (body: string, url = filingUrl(filing), date = 'Sun, 15 Nov 2026 15:00:00 GMT'): Page => ({
  url,
  status: 200,
  contentType: 'text/plain',
  body,
  headers: { date },
})

test('addresses of the index and the archive, for requests and for people', () => {
  const days = { from: '2026-11-12', to: '2026-11-13' }
  expect(indexUrl({ forms: ['C', 'C-U', 'D'], days }, 100)).toBe(
    'https://efts.sec.gov/LATEST/search-index?q=&forms=C%2CC-U%2CD&dateRange=custom&startdt=2026-11-12&enddt=2026-11-13&from=100',
  )
  expect(indexUrl({ forms: ['D'], cik: '0002100457', phrase: 'otter sons' })).toBe(
    'https://efts.sec.gov/LATEST/search-index?q=%22otter+sons%22&forms=D&ciks=0002100457',
  )
  expect(indexPage({ forms: ['C', 'D'], days, cik: '0002100457' })).toBe(
    'https://www.sec.gov/edgar/search/#/dateRange=custom&startdt=2026-11-12&enddt=2026-11-13&ciks=0002100457&forms=C%2CD',
  )
  expect(filingUrl(filing)).toBe(
    'https://www.sec.gov/Archives/edgar/data/2100457/000210045726000003/primary_doc.xml',
  )
  expect(filingPage(filing)).toBe(
    'https://www.sec.gov/Archives/edgar/data/2100457/000210045726000003/0002100457-26-000003-index.htm',
  )
})

test.each([
  filingUrl(filing),
  filingPage(filing),
  'https://www.sec.gov/Archives/edgar/data/2100457/000210045726000003',
  'https://www.sec.gov/Archives/edgar/data/0002100457/000210045726000003/xslFormDX01/primary_doc.xml',
  'https://www.sec.gov/Archives/edgar/data/2100457/0002100457-26-000003.txt',
  'https://www.sec.gov/Archives/edgar/data/2100457/0002100457-26-000003-index.htm',
])('%s is the address of a filing', (address) => {
  expect(parseFilingUrl(new URL(address))).toEqual(filing)
})

test.each([
  'https://www.sec.gov/Archives/edgar/data/2100457/',
  'https://www.sec.gov/Archives/edgar/data/2100457/00021004572600000',
  'https://www.sec.gov/Archives/edgar/data/2100457/0002100457260000031/',
  'https://www.sec.gov/edgar/browse/?CIK=2100457',
])('%s is not the address of a filing', (address) => {
  expect(parseFilingUrl(new URL(address))).toBeNull()
})

test('ids contain the numbers of the register, and no other id is accepted', () => {
  for (const cik of ['0000000001', '0002100457', '9999999999']) {
    expect(readFilerUuid(filerUuid(cik))).toBe(cik)
    expect(readFilingUuid(filerUuid(cik))).toBeNull()
    for (const accession of ['000000000000000001', '000210045726000003', '999999999999999999']) {
      expect(readFilingUuid(filingUuid({ accession, cik }))).toEqual({ accession, cik })
      expect(readFilerUuid(filingUuid({ accession, cik }))).toBeNull()
    }
  }
  for (const other of ['cc847afa-8fd9-4413-9ee6-5795021d56b0', 'ffffffff-ffff-8fff-97b0-800000000001', 'x'])
    expect([readFilerUuid(other), readFilingUuid(other)]).toEqual([null, null])
})

test('redacting removes persons, addresses and contacts, and redacting twice changes nothing', () => {
  const persons =
    /Fernsby|Wilhelmina|Thistlewood|Marsh|Ottoline|555|Street|Lane|Court|GREEN|@|Officer|Member/i
  for (const xml of [formD, formC, formCU]) {
    expect(xml).toMatch(persons)
    const redacted = redactSec(page(xml))
    expect(redacted.body.replace('Membership', '')).not.toMatch(persons)
    expect(redactSec(redacted)).toEqual(redacted)
  }
  expect(redactSec(page(formD)).body).toBe(`<edgarSubmission>
<submissionType>D</submissionType>
<primaryIssuer><cik>0002100457</cik></primaryIssuer>
<primaryIssuer><entityName>Otter &amp; Sons Robotics, Inc.</entityName></primaryIssuer>
<offeringData><industryGroup><industryGroupType>Other Technology</industryGroupType></industryGroup></offeringData>
<offeringData><typeOfFiling><dateOfFirstSale><value>2026-11-02</value></dateOfFirstSale></typeOfFiling></offeringData>
<offeringData><typesOfSecuritiesOffered><isEquityType>true</isEquityType></typesOfSecuritiesOffered></offeringData>
<offeringData><offeringSalesAmounts><totalAmountSold>6250000</totalAmountSold></offeringSalesAmounts></offeringData>
<offeringData><investors><totalNumberAlreadyInvested>13</totalNumberAlreadyInvested></investors></offeringData>
</edgarSubmission>`)
  expect(redactSec(page(formCU)).body).toContain('<progressUpdate>$437,907.69 $1.20</progressUpdate>')
})

test('redacting a truncated filing removes persons and leaves it truncated', () => {
  for (let end = 40; end < formD.length; end += 97) {
    const { body } = redactSec(page(formD.slice(0, end)))
    expect(body).not.toMatch(/Fernsby|Thistlewood|Heron/)
    expect(isFinalSecPage(page(body))).toBe(false)
  }
})

test('redacting the index keeps the fields in use, and redacting twice changes nothing', () => {
  const redacted = redactSec(page(savedIndex, indexUrl({ forms: ['D'] })))
  expect(JSON.parse(redacted.body)).toEqual({
    hits: {
      total: { value: 2, relation: 'eq' },
      hits: [
        {
          _source: {
            ciks: ['0002100457', '0002100458'],
            file_num: ['021-990311', '021-990312'],
            file_date: '2026-11-13',
            form: 'D',
            adsh: '0002100457-26-000003',
          },
        },
        {
          _source: {
            ciks: ['0002100833'],
            file_num: ['020-90417'],
            file_date: '2026-11-12',
            form: 'C-U',
            adsh: '0002100001-26-000060',
          },
        },
      ],
    },
  })
  expect(redactSec(redacted)).toEqual(redacted)
})

test('a response that is not from the register, or is too long, cannot be redacted', () => {
  for (const body of [
    '',
    '<html>Maintenance</html>',
    '{"message":"Forbidden"}',
    savedIndex.slice(0, 700),
    '{',
    formD + ' '.repeat(1_000_000),
    `[${'{},'.repeat(300_000)}{}]`,
  ])
    expect(() => redactSec(page(body))).toThrow()
  expect(redactSec(page('<?xml version="1.0"?><feed><title>a</title></feed>')).body).toBe('')
})

test('of the list of a day, only the forms that are read pass, without names', () => {
  const url = dailyIndexUrl('2026-11-03')
  expect(url).toBe('https://www.sec.gov/Archives/edgar/daily-index/2026/QTR4/form.20261103.idx')
  const list = [
    'Form Type   Company Name                   CIK         Date Filed  File Name',
    '--------------------------------------------------------------------------',
    '4           Person Anna A.                 1112223     20261103    edgar/data/1112223/0001112223-26-000001.txt',
    'D           Otter & Sons Robotics, Inc.    2100457     20261103    edgar/data/2100457/0002100457-26-000003.txt',
    'D/A         Otter & Sons Robotics, Inc.    2100457     20261103    edgar/data/2100457/0002100457-26-000004.txt',
  ].join('\n')
  const redacted = redactSec(page(list, url))
  expect(redacted.body).toBe('D 0002100457 2026-11-03 edgar/data/2100457/0002100457-26-000003.txt')
  expect(readDailyIndex(redacted.body)).toEqual(readDailyIndex(list))
  expect([isFinalSecPage(redacted), isFinalSecPage({ ...redacted, body: '' })]).toEqual([true, false])
  expect(isFinalSecPage(page(redacted.body, dailyIndexUrl('2026-11-13')))).toBe(false)
  for (const body of ['', '<html>Maintenance</html>', list.slice(0, 150)])
    expect(() => redactSec(page(body, url))).toThrow()
})

test('a complete filing is final, and so is the index of a day after a week', () => {
  const days = (to: string) => indexUrl({ forms: ['D'], days: { from: to, to } })
  expect(isFinalSecPage(redactSec(page(formD)))).toBe(true)
  expect(isFinalSecPage(redactSec(page(formCU.replace('C-U', 'C'))))).toBe(true)
  expect(isFinalSecPage(redactSec(page(formD.replace('>2026-11-02<', '><'))))).toBe(true)
  const isFinal = (url: string, body = savedIndex) => isFinalSecPage(redactSec(page(body, url)))
  expect(isFinal(days('2026-11-06'))).toBe(true)
  expect(isFinal(days('2026-11-09'))).toBe(false)
  expect(isFinal(indexUrl({ forms: ['D'] }))).toBe(false)
  // An empty index may be one that is out of order.
  expect(isFinal(days('2026-11-06'), '{"hits":{"total":{"value":0},"hits":[]}}')).toBe(false)
  const wrong: [string, string][] = [
    ['"value": 2', '"value": "2 or so"'],
    ['"value": 2', '"value": 3'],
    ['"0002100457-26-000003"', '3'],
    ['["0002100833"]', '"0002100833"'],
    ['"2026-11-12"', '"yesterday"'],
  ]
  for (const [sound, garbled] of wrong)
    expect(isFinal(days('2026-11-06'), savedIndex.replace(sound, garbled))).toBe(false)
  for (const [sound, garbled] of [
    ['>13<', '>thirteen<'],
    ['>6250000<', '>6.25<'],
    ['<isEquityType>true<', '<isEquityType>yes<'],
    ['>0002100457<', '>Otter<'],
    ['>2026-11-02<', '>soon<'],
    ['<entityName>Otter &amp; Sons Robotics, Inc.</entityName>', ''],
  ] as const)
    expect(isFinalSecPage(redactSec(page(formD.replace(sound, garbled))))).toBe(false)
  for (const url of [days('2026-11-06'), filingUrl(filing)])
    expect(isFinal(url, '{"hits":{"hits":[{}]}}')).toBe(false)
})
