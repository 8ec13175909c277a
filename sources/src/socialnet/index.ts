// Socialnet: company profiles as a professional network shows them to visitors who are not signed in.
import { defineSource } from '@quarry/kit'
import { companyInfo } from './company-info.ts'

export const socialnet = defineSource({
  name: 'socialnet',
  title: 'Company profiles of a professional network',
  module: import.meta.url,
  site: 'https://www.socialnet.example',
  endpoints: [companyInfo],
  sandbox: async () => (await import('./sandbox/sandbox.ts')).sandbox,
})
