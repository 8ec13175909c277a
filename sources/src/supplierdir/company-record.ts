// Query and record of a supplier's profile, separate from the endpoint so that providers can import them.
import { integer, list, namedObject, nullable, object, type Static, text } from '@quarry/kit/schema'
import { address, entryFields, supplierFields } from './supplier.ts'

const uri = { format: 'uri' }

const offer = object({
  id: nullable(text('20909153', "The directory's number of the category.")),
  name: text('Ball Valves'),
})

const certification = object({
  name: text('ISO 9001:2015'),
  count: nullable(integer(1, 'How many certificates of this kind the supplier has.')),
})

const owner = object({
  name: text('Veltora Group'),
  url: nullable(text('https://www.supplierdir.example/company/veltora-group-10000000/profile', uri)),
  tgrams_id: nullable(text('10000000')),
})

const location = namedObject('SupplierdirLocation', {
  url: nullable(text('https://www.supplierdir.example/company/veltora-machines-10000017/profile', uri)),
  tgrams_id: nullable(text('10000017')),
  address,
})

const socialLink = object({
  account_id: nullable(text('veltora')),
  type: nullable(text('videos', 'The network, in the words of the site.')),
  url: nullable(text('https://www.videos.example/@veltora', uri)),
})

export const document = namedObject('SupplierdirDocument', {
  id: nullable(text('d10000017-1')),
  title: nullable(text('Valve catalogue')),
  description: nullable(text('All sizes and materials.')),
  image: nullable(text('https://img.supplierdir.example/documents/d10000017-1.jpg', uri)),
  url: nullable(text('https://docs.supplierdir.example/d10000017-1.pdf', uri)),
  section: nullable(text('PRODUCT')),
  type: nullable(text('DOCUMENT')),
})

export const record = namedObject('SupplierdirCompany', {
  ...supplierFields,
  ...entryFields,
  products_and_services: nullable(list(offer, 'What the supplier offers; null where the page does not say.')),
  brands: nullable(list(object({ name: text('Velturn') }))),
  certifications: nullable(list(certification)),
  ownership: object({
    type: nullable(text('Privately Held', 'Who owns it, or its legal form.')),
    member_of: nullable(list(owner, 'The groups that the supplier belongs to.')),
  }),
  locations: nullable(list(location, 'The main one first.')),
  contact: object({
    phone: nullable(text('+1 216-555-0142')),
    fax: nullable(text('+1 216-555-0143')),
    email: nullable(text('sales@veltora-machines.example')),
    website: nullable(text('https://www.veltora-machines.example', uri)),
  }),
  social: nullable(list(socialLink, 'Accounts on social networks.')),
  additional_information: nullable(list(document, 'Documents and pictures of the profile.')),
})

export type CompanyRecord = Static<typeof record>

/** The number of a company in the register of France, Norway or the United Kingdom. */
export type RegisterQuery = { siren?: string; norwegianNumber?: string; britishNumber?: string }

/** The number of a supplier that every provider may have, with the words of its address; or that of one register. */
export type CompanyQuery = { id: string; slug: string | null } | RegisterQuery
