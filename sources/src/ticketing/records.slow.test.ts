// Records of both ticketing endpoints against schemas written from the specification (2.13, 2.14).
import { expect, test } from 'vitest'
import { closed, closedOrNull, surveyRecords } from '../testing/record-survey.ts'
import { ticketing } from './index.ts'

const text = { type: 'string', minLength: 1 }
const maybeText = { type: ['string', 'null'], minLength: 1 }
const maybeBoolean = { type: ['boolean', 'null'] }
const maybeInteger = { type: ['integer', 'null'] }
const maybeNumber = { type: ['number', 'null'] }
const url = { type: 'string', pattern: '^https://' }
const maybeUrl = { type: ['string', 'null'], pattern: '^https://' }
const local = { type: ['string', 'null'], pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d$' }
const utc = { type: ['string', 'null'], pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' }

const venue = closedOrNull({
  id: maybeText,
  city: maybeText,
  name: maybeText,
  region: maybeText,
  address: maybeText,
  country: maybeText,
  latitude: maybeNumber,
  longitude: maybeNumber,
  postal_code: maybeText,
})

const event = closed({
  url,
  name: text,
  domain: text,
  format: maybeText,
  locale: maybeText,
  status: maybeText,
  summary: maybeText,
  category: maybeText,
  subcategory: maybeText,
  currency: { type: ['string', 'null'], pattern: '^[A-Z]{3}$' },
  timezone: maybeText,
  event_id: { type: 'string', pattern: '^\\d+$' },
  image_url: maybeUrl,
  sales_status: maybeText,
  description: maybeText,
  tags: { type: ['array', 'null'] },
  images: { type: 'array', items: url },
  is_free: maybeBoolean,
  is_listed: maybeBoolean,
  is_online: maybeBoolean,
  is_series: maybeBoolean,
  start_date: local,
  end_date: local,
  start_date_utc: utc,
  end_date_utc: utc,
  duration_seconds: maybeInteger,
  venue,
  organizer: closed({
    id: maybeText,
    url: maybeUrl,
    name: maybeText,
    verified: maybeBoolean,
    num_events: maybeInteger,
    total_attendees: maybeInteger,
  }),
  highlights: closed({ location_type: maybeText, duration_minutes: maybeInteger }),
})

const day = { type: ['string', 'null'], pattern: '^\\d{4}-\\d\\d-\\d\\d$' }
const time = { type: ['string', 'null'], pattern: '^\\d\\d:\\d\\d$' }
const search = closed({
  results: {
    type: 'array',
    items: closed({
      url,
      name: text,
      summary: maybeText,
      event_id: text,
      language: maybeText,
      timezone: maybeText,
      image_url: maybeUrl,
      tickets_url: maybeUrl,
      organizer_id: maybeText,
      tags: { type: 'array', items: text },
      venue,
      end_date: day,
      start_date: day,
      end_time: time,
      start_time: time,
      is_online: maybeBoolean,
    }),
  },
  pagination: closed({
    next: maybeUrl,
    page: { type: 'integer' },
    per_page: { type: 'integer' },
    total_pages: { type: 'integer' },
    total_results: { type: 'integer' },
  }),
})

test('200 event details have every field with its type', async () => {
  const lookups = Array.from({ length: 220 }, (_, i) => ({ query: String(1_000_000_000_017 + i * 7919) }))
  const records = await surveyRecords({
    source: ticketing,
    path: '/v2/ticketing/event',
    lookups,
    schema: event,
    mayStayNull: ['/tags'],
  })
  expect(new Set(records.map((record) => (record as { domain: string }).domain)).size).toBeGreaterThan(5)
})

test('200 pages of search results have every field with its type', async () => {
  const words = [
    'jazz',
    'yoga',
    'festival',
    'concert',
    'workshop',
    'data',
    'wine',
    'market',
    'summit',
    'running',
  ]
  const domains = ['fr', 'com', 'co.uk', 'es', 'de', 'it', 'com.mx']
  const lookups = [
    ...words.flatMap((query) => domains.map((domain) => ({ query, domain }))),
    ...domains.flatMap((domain) => Array.from({ length: 20 }, (_, i) => ({ domain, page: i + 1 }))),
  ]
  await surveyRecords({ source: ticketing, path: '/v2/ticketing/search', lookups, schema: search })
})
