// Parses the search addresses of registers: one parameter with words or a code, and the page.
import { invalidParameter } from '@quarry/kit'
import { toInteger } from '@quarry/kit/read/numbers'
import type { SearchQuery } from './search-record.ts'

export type RegisterAddress = {
  register: NonNullable<SearchQuery['register']>
  /** The parameters that may hold the words or the code; one of them must be set. */
  terms: readonly string[]
  /** The register's own parameter of the page, and the number of its first page. */
  page: { name: string; first: number }
  lastPage: number
}

/** Throws `invalidParameter` for a search that the register's provider cannot make. */
export function parseRegisterSearch(
  params: URLSearchParams,
  { register, terms, page: own, lastPage }: RegisterAddress,
): SearchQuery {
  const filled = [...params].filter(([, value]) => value.trim() !== '')
  const words = filled.filter(([name]) => terms.includes(name))
  const term = words[0]?.[1].replace(/\s+/g, ' ').trim() ?? ''
  if (words.length !== 1)
    throw invalidParameter('query', `must be a search URL with one ${terms.join(' or ')}`)
  if (/\p{Cc}/u.test(term)) throw invalidParameter('query', 'must not contain control characters')
  const numbers = filled.filter(([name]) => name === own.name || name === 'page_number')
  const [name, stated] = numbers[0] ?? ['page_number', '1']
  const number = toInteger(stated)
  const page = number === null ? 0 : number + (name === own.name ? 1 - own.first : 0)
  if (page < 1 || page > lastPage || numbers.length > 1)
    throw invalidParameter('query', `must be a URL with one page_number from 1 to ${lastPage}`)
  const accepted = [...terms, own.name, 'page_number']
  const other = filled.find(([key]) => !accepted.includes(key))
  if (other) throw invalidParameter('query', `must be a search URL without ${other[0].slice(0, 40)}`)
  const search = new URLSearchParams({ searchterm: term, ...(page > 1 ? { page_number: String(page) } : {}) })
  return { term, page, path: '/suppliers/search', search: `?${search}`, register }
}
