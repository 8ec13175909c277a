// Records of both ticketing endpoints against schemas written from the specification (2.13, 2.14).
import {
  closed,
  closedOrNull,
  currency,
  integer,
  many,
  matching,
  maybe,
  maybeBoolean,
  maybeDay,
  maybeInteger,
  maybeNumber,
  maybeText,
  maybeUrl,
  text,
  url,
} from '@quarry/kit/testing/record-schema'
import { expect, test } from 'vitest'
import { surveyRecords } from '../testing/record-survey.ts'
import { ticketing } from './index.ts'

const local = maybe(matching('^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d$'))
const utc = maybe(matching('^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$'))

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
  currency: maybe(currency),
  timezone: maybeText,
  event_id: matching('^\\d+$'),
  image_url: maybeUrl,
  sales_status: maybeText,
  description: maybeText,
  tags: { type: ['array', 'null'] },
  images: many(url),
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

const time = maybe(matching('^\\d\\d:\\d\\d$'))
const search = closed({
  results: many(
    closed({
      url,
      name: text,
      summary: maybeText,
      event_id: text,
      language: maybeText,
      timezone: maybeText,
      image_url: maybeUrl,
      tickets_url: maybeUrl,
      organizer_id: maybeText,
      tags: many(text),
      venue,
      end_date: maybeDay,
      start_date: maybeDay,
      end_time: time,
      start_time: time,
      is_online: maybeBoolean,
    }),
  ),
  pagination: closed({
    next: maybeUrl,
    page: integer,
    per_page: integer,
    total_pages: integer,
    total_results: integer,
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
