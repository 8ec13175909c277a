// The round of a filing, for each form of filing.
import type { Page } from '@quarry/kit/outcome'
import { expect, test } from 'vitest'
import { redactSec } from '../apis/sec-edgar.ts'
import { formC, formCU, formD } from '../testing/fake-edgar.ts'
import { readFiling } from './edgar-filing.ts'

const page = (body: string): Page => ({
  url: 'https://www.sec.gov/',
  status: 200,
  contentType: 'text/xml',
  body,
})
/** Reads the filing as filed and as redacted: both give the same result. */
const read = (xml: string) => {
  const filing = readFiling(redactSec(page(xml)))
  expect(readFiling(page(xml))).toEqual(filing)
  return filing
}

test('Form D', () => {
  expect(read(formD)).toEqual({
    form: 'D',
    cik: '0002100457',
    name: 'Otter & Sons Robotics, Inc.',
    type: 'series_unknown',
    isFund: false,
    investors: 13,
    isDated: true,
    firstSaleOn: '2026-11-02',
    hasAmount: true,
    soldUsd: 6_250_000,
    amends: null,
  })
})

test('Form C and its progress update', () => {
  const shared = {
    cik: '0002100833',
    name: 'Lichen Bakery LLC',
    type: 'equity_crowdfunding',
    isFund: false,
    investors: null,
    isDated: true,
    firstSaleOn: null,
    soldUsd: null,
    amends: null,
  }
  expect(read(formC)).toEqual({ ...shared, form: 'C', hasAmount: false })
  expect(read(formCU)).toEqual({ ...shared, form: 'C-U', hasAmount: true })
  const update = (words: string) =>
    read(formCU.replace(/<progressUpdate>.*<\//, `<progressUpdate>${words}</`))
  expect(update('All is well.')).toMatchObject({ hasAmount: false, soldUsd: null })
  // One amount is the amount raised; several are ambiguous.
  expect(update('So far $ 12,500.50 was raised.')).toMatchObject({ hasAmount: true, soldUsd: 12_500.5 })
})

test('an amendment has the number of the filing that it amends', () => {
  const amended = formD
    .replace('<submissionType>D<', '<submissionType>D/A<')
    .replace(
      '<isAmendment>false</isAmendment>',
      '<isAmendment>true</isAmendment><previousAccessionNumber>0002100457-26-000001</previousAccessionNumber>',
    )
  expect(read(amended)).toMatchObject({ form: 'D/A', amends: '000210045726000001' })
  expect(read(amended.replace('0002100457-26-000001', 'unknown'))).toMatchObject({ amends: null })
})

const securities = (inner: string) =>
  formD.replace(
    /<typesOfSecuritiesOffered>[\s\S]*<\/typesOfSecuritiesOffered>/,
    `<typesOfSecuritiesOffered>${inner}</typesOfSecuritiesOffered>`,
  )
const trueTag = (name: string) => `<${name}>true</${name}>`
const other = (description: string) =>
  `${trueTag('isOtherType')}<descriptionOfOtherType>${description}</descriptionOfOtherType>`

test.each([
  [trueTag('isEquityType'), 'series_unknown'],
  [trueTag('isDebtType'), 'debt_financing'],
  [
    `${trueTag('isEquityType')}${trueTag('isOptionToAcquireType')}${trueTag('isSecurityToBeAcquiredType')}`,
    'series_unknown',
  ],
  [other('SAFE'), 'convertible_note'],
  [other('SAFEs (post-money)'), 'convertible_note'],
  [other('Simple Agreement for Future Equity'), 'convertible_note'],
  [other('Convertible Promissory Notes'), 'convertible_note'],
  [other('Series A units, kept safe'), null],
  [other('Membership units'), null],
  ['<descriptionOfOtherType>SAFE</descriptionOfOtherType>', null],
  [trueTag('isMineralPropertyType'), null],
  [`${trueTag('isEquityType')}${trueTag('isDebtType')}`, null],
  ['<isEquityType>false</isEquityType><isDebtType>true</isDebtType>', 'debt_financing'],
  ['', null],
])('securities %j are of the type %j', (inner, type) => {
  expect(read(securities(inner))).toMatchObject({ type })
})

test.each([
  ['a pooled fund by its securities', securities(trueTag('isPooledInvestmentFundType')), true],
  ['a pooled fund by its industry', formD.replace('Other Technology', 'Pooled Investment Fund'), true],
  ['a real estate trust', formD.replace('Other Technology', 'REITS and Finance'), true],
  ['a bank', formD.replace('Other Technology', 'Other Banking and Financial Services'), false],
])('whether a filing is that of a fund: %s', (_, xml, isFund) => {
  expect(read(xml)).toMatchObject({ isFund })
})

test('a field that a form leaves out is false or null', () => {
  const bare = formD
    .replace(
      /<dateOfFirstSale>[\s\S]*<\/dateOfFirstSale>/,
      '<dateOfFirstSale><yetToOccur>true</yetToOccur></dateOfFirstSale>',
    )
    .replace('<totalAmountSold>6250000<', '<totalAmountSold>0<')
    .replace(/<investors>[\s\S]*<\/investors>/, '')
  expect(read(bare)).toMatchObject({ isDated: false, hasAmount: false, investors: null })
})

test('a filing of another type is not a funding round', () => {
  for (const form of ['C-AR', 'C-W', 'C-TR', '1-A', '13F-HR'])
    expect(read(formC.replace('<submissionType>C<', `<submissionType>${form}<`))).toBe('other')
})

test.each([
  ['an empty response', ''],
  ['a page of HTML', '<html><body><p>The page is being maintained</p></body></html>'],
  ['a filing that is cut off', formD.slice(0, -30)],
  ['a filing without a form', formD.replace(/<submissionType>.*<\/submissionType>/, '')],
  ['a filing without an issuer', formD.replace(/<cik>.*<\/cik>/, '')],
  ['a filing without a name', formD.replace(/<entityName>.*<\/entityName>/, '<entityName/>')],
  ['an issuer whose number is none', formD.replace('<cik>0002100457<', '<cik>Otter<')],
  ['a number of investors that is none', formD.replace('>13<', '>thirteen<')],
  ['an amount that is none', formD.replace('>6250000<', '>6.25 million<')],
  ['a kind that is neither sold nor not', formD.replace('<isEquityType>true<', '<isEquityType>partly<')],
  ['a document type', formD.replace('<edgarSubmission>', '<!DOCTYPE a [<!ENTITY b "c">]><edgarSubmission>')],
  ['JSON', '{"submissionType":"D"}'],
])('%s is a changed page', (_, body) => {
  const changed = expect.objectContaining({ reason: 'page_changed' })
  expect(() => readFiling(page(body))).toThrow(changed)
  expect(() => readFiling(redactSec(page(body)))).toThrow(changed)
})
