// E-mail patterns (api-rules 2.5): how a company forms its people's addresses.
import { endpoint } from '@quarry/kit/endpoint'
import { readCompanyDomain } from '@quarry/kit/read/company-domain'
import { object, text } from '@quarry/kit/schema'
import { record } from './email-pattern-record.ts'
import { emailPatternSite } from './providers/email-pattern-site.ts'

export const emailPattern = endpoint({
  method: 'GET',
  path: '/v2/company/email_pattern',
  credits: 1,
  notFound: 'billed',
  summary: 'E-mail patterns',
  description: 'How the addresses at a domain are formed, the most frequent pattern first.',
  example: { query: 'fenmont.example' },
  params: object({
    query: text('fenmont.example', {
      description: "The company's domain: bare, with www. or as a web address.",
      maxLength: 2048,
    }),
  }),
  record,
  parse: ({ query }) => ({ domain: readCompanyDomain(query, 'query') }),
  providers: [emailPatternSite],
})
