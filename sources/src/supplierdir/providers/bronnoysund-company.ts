// One company of the Norwegian register, by its number or the address of its page there.
import { found, notFound, pageChanged } from '@quarry/kit'
import {
  bronnoysund,
  bronnoysundHost,
  bronnoysundPageHost,
  entityPage,
  entityUrl,
  isEntityNumber,
  readEntity,
  readLegalForm,
} from '../../apis/bronnoysund.ts'
import { toProfile } from '../from-register.ts'
import { toNorwegianSupplier } from '../norwegian-supplier.ts'
import { createRegisterCompany } from '../register-company.ts'

const pagePath = /^\/(?:enhetsregisteret\/api|(?:nb|nn|en)\/oppslag)\/enheter\/(\d{9})\/?$/

export const bronnoysundCompany = createRegisterCompany({
  api: bronnoysund,
  example: { query: entityPage('923609016') },
  addressHosts: [bronnoysundPageHost, bronnoysundHost],
  addressForm: `the URL of a company on ${bronnoysundPageHost} (/nb/oppslag/enheter/<number>)`,
  inputs: {
    query: `A Norwegian organisation number of nine digits, or the address of a company: \`${entityPage('923609016')}\`.`,
  },
  numberName: 'norwegianNumber',
  isNumber: isEntityNumber,
  pagePath,
  problem: 'must be an organisation number for the Norwegian register',
  toUrl: entityUrl,

  extract(answer, number) {
    const entity = readEntity(answer)
    if (entity === null) return notFound
    const supplier = toNorwegianSupplier(entity)
    if (supplier?.tgrams_id !== number) throw pageChanged('bronnoysund: another entity')
    return found(toProfile(supplier, readLegalForm(entity)), {
      form: 'bronnoysund',
      source: entityPage(number),
    })
  },

  paramsFromUrl: (url) => ({ query: entityPage(/\d{9}/.exec(url)?.[0] ?? url) }),
})
