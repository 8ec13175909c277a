// Company: what a public company directory knows by a company's name or domain, and how its people's addresses are
// formed. A caller's domain is a key in the directory and is never fetched itself.
import { defineSource } from '@quarry/kit'
import { company as companyEndpoint } from './company.ts'
import { emailPattern } from './email-pattern.ts'
import { social } from './social.ts'
import { suggest } from './suggest.ts'

export const company = defineSource({
  name: 'company',
  title: 'Company directory',
  module: import.meta.url,
  site: 'https://www.company.example',
  endpoints: [companyEndpoint, suggest, social, emailPattern],
  sandbox: async () => (await import('./sandbox/sandbox.ts')).sandbox,
})
