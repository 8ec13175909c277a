// One company of the Norwegian register, by its number or the address of its page there.
import { found, notFound, pageChanged } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import {
  bronnoysund,
  bronnoysundHost,
  bronnoysundPageHost,
  entityPage,
  entityUrl,
  isEntityNumber,
  readEntity,
} from '../../apis/bronnoysund.ts'
import { readLegalForm } from '../../apis/norwegian-entity.ts'
import type { CompanyQuery, CompanyRecord } from '../company-record.ts'
import { toProfile } from '../from-register.ts'
import { toNorwegianSupplier } from '../norwegian-supplier.ts'

const pagePath = /^\/(?:enhetsregisteret\/api|(?:nb|nn|en)\/oppslag)\/enheter\/(\d{9})\/?$/

function findNumber(query: CompanyQuery): string | null {
  if ('norwegianNumber' in query) return query.norwegianNumber
  return 'id' in query && query.slug === null && isEntityNumber(query.id) ? query.id : null
}

export const bronnoysundCompany = provider<CompanyQuery, CompanyRecord>({
  api: bronnoysund,
  hasOnlySome: true,
  example: { query: entityPage('923609016') },
  addressHosts: [bronnoysundPageHost, bronnoysundHost],
  addressForm: `the URL of a company on ${bronnoysundPageHost} (/nb/oppslag/enheter/<number>)`,
  inputs: {
    query: `A Norwegian organisation number of nine digits, or the address of a company: \`${entityPage('923609016')}\`.`,
  },
  address({ url }) {
    const number = pagePath.exec(url.pathname)?.[1]
    return number !== undefined && isEntityNumber(number) ? { norwegianNumber: number } : null
  },
  cannotAnswer: (query) =>
    findNumber(query) === null
      ? { parameter: 'query', problem: 'must be an organisation number for the Norwegian register' }
      : null,

  page: (query) => entityUrl(findNumber(query) ?? ''),

  extract(answer, query) {
    const entity = readEntity(answer)
    if (entity === null) return notFound
    const supplier = toNorwegianSupplier(entity)
    const number = findNumber(query) ?? ''
    if (supplier?.tgrams_id !== number) throw pageChanged('bronnoysund: another entity')
    return found(toProfile(supplier, readLegalForm(entity)), {
      form: 'bronnoysund',
      source: entityPage(number),
    })
  },

  paramsFromUrl: (url) => ({ query: entityPage(/\d{9}/.exec(url)?.[0] ?? url) }),
})
