// A provider of single companies of a national register: by the number of a company, or the address of its page there.
import { type Outcome, type Page, type Provider, provider, type UrlParams } from '@quarry/kit'
import type { CompanyQuery, CompanyRecord, RegisterQuery } from './company-record.ts'

type Common = 'api' | 'example' | 'addressHosts' | 'addressForm' | 'inputs' | 'readsMissing'

type Register = Pick<Provider<CompanyQuery, CompanyRecord>, Common> & {
  /** Under this name a query has a number of this register. */
  numberName: keyof RegisterQuery
  isNumber: (text: string) => boolean
  /** The path of a company's page; its group is the number. */
  pagePath: RegExp
  /** What is wrong with a query without a number of this register. */
  problem: string
  toUrl: (number: string) => string
  extract: (answer: Page, number: string) => Outcome<CompanyRecord>
  paramsFromUrl: (url: string, urlParams: UrlParams) => Record<string, unknown>
}

export function createRegisterCompany(register: Register): Provider<CompanyQuery, CompanyRecord> {
  const { numberName, isNumber, pagePath, problem, toUrl, extract, ...common } = register
  const findNumber = (query: CompanyQuery): string | null => {
    if (!('id' in query)) return query[numberName] ?? null
    return query.slug === null && isNumber(query.id) ? query.id : null
  }
  return provider<CompanyQuery, CompanyRecord>({
    ...common,
    hasOnlySome: true,
    address({ url }) {
      const number = pagePath.exec(url.pathname)?.[1]?.toUpperCase() ?? ''
      return isNumber(number) ? { [numberName]: number } : null
    },
    cannotAnswer: (query) => (findNumber(query) === null ? problem : null),
    page: (query) => toUrl(findNumber(query) ?? ''),
    extract: (answer, query) => extract(answer, findNumber(query) ?? ''),
  })
}
