// E-mail patterns (api-rules 2.5): how a company forms its people's addresses.
import { endpoint } from '@quarry/kit'
import { emailPatternRecord } from './infer-patterns.ts'
import { emailPatternSite } from './providers/site.ts'
import { domainParams, parseDomainQuery } from './records.ts'

export const emailPattern = endpoint({
  method: 'GET',
  path: '/v2/company/email_pattern',
  credits: 1,
  notFound: 'billed',
  summary: 'E-mail patterns',
  description: 'How the addresses at a domain are formed, the most frequent pattern first.',
  example: { query: 'fenmont.example' },
  moreExamples: [{ query: 'pluello.example' }],
  params: domainParams,
  record: emailPatternRecord,
  parse: parseDomainQuery,
  providers: [emailPatternSite],
})
