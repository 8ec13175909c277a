// Startup event profile (api-rules 2.15): one event by its permalink or its address.
import { endpoint } from '@quarry/kit'
import { object, textParam } from '@quarry/kit/schema'
import { parseEntityQuery } from './entity.ts'
import { record } from './event-record.ts'
import { eventSite } from './providers/event-site.ts'

export const event = endpoint({
  method: 'GET',
  path: '/v2/startupdb/event',
  credits: 2,
  notFound: 'billed',
  pinnedStatus: 'degraded',
  summary: 'Startup event',
  description: 'One event with its dates, categories, speakers, sponsors and press references.',
  example: { query: 'health-data-days-antwerpen' },
  moreExamples: [{ query: 'materials-summit-namur' }, { query: 'retail-conference-leipzig' }],
  params: object({
    query: textParam('health-data-days-antwerpen', 'The permalink of the event, or the address of its page.'),
  }),
  record,
  parse: ({ query }, addresses) => parseEntityQuery(query, 'event', addresses),
  providers: [eventSite],
})
