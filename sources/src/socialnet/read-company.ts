// What a caller may call a company by: the username or id that stands in its address, or the address itself.
import type { Addresses } from '@quarry/kit/addresses'
import { invalidParameter } from '@quarry/kit/errors'
import { looksLikeAddress } from '@quarry/kit/site'
import type { CompanyQuery } from './company-info-record.ts'

/** A username begins with a letter or a digit, so it can never be a dot segment. */
const usernameForm = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._&'’+-]{0,199}$/u

/** The company that a text means; refuses whatever means none. */
export function readCompany(query: string, addresses: Addresses<CompanyQuery>): CompanyQuery {
  const wanted = query.trim()
  const asked = looksLikeAddress(wanted) ? addresses.read(wanted, 'query') : { username: wanted }
  return 'username' in asked ? companyCalled(asked.username) : asked
}

/** In the place of a username an id may stand, which is all digits. */
function companyCalled(text: string): CompanyQuery {
  const name = text.normalize('NFC').toLowerCase()
  if (/^\d{1,15}$/.test(name)) return { id: Number(name) }
  if (!usernameForm.test(name) || /^[\d.]+$/.test(name))
    throw invalidParameter('query', 'must be a company username, a company page URL or a numeric id')
  return { username: name }
}
