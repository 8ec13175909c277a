// The lookups, and everything that is billed. Made by npx tsx scripts/generate-sdk.ts.

/** With the method that an endpoint names first, and where the number of a page goes in those that have pages. */
export const lookups = [
  { method: 'POST', path: '/v2/classifieds/search_api' },
  { method: 'GET', path: '/v2/company' },
  { method: 'GET', path: '/v2/company/suggest' },
  { method: 'GET', path: '/v2/company/social' },
  { method: 'GET', path: '/v2/company/email_pattern' },
  { method: 'GET', path: '/v2/newssearch/news', page: 'page' },
  { method: 'GET', path: '/v2/realestate_fr/property' },
  { method: 'GET', path: '/v2/retailer_a/product' },
  { method: 'GET', path: '/v2/retailer_b/product' },
  { method: 'GET', path: '/v2/sneakermarket/search' },
  { method: 'GET', path: '/v2/socialnet/company/info' },
  { method: 'GET', path: '/v2/startupdb/funding_rounds' },
  { method: 'GET', path: '/v2/startupdb/funding_round' },
  { method: 'GET', path: '/v2/startupdb/event' },
  { method: 'GET', path: '/v2/supplierdir/search', page: 'query.page_number' },
  { method: 'GET', path: '/v2/ticketing/event' },
  { method: 'GET', path: '/v2/ticketing/search', page: 'page' },
  { method: 'POST', path: '/v2/websearch/search' },
] as const

/** What takes an idempotency key. */
export const billed = [
  'POST /v2/classifieds/search_api',
  'GET /v2/company',
  'GET /v2/company/suggest',
  'GET /v2/company/social',
  'GET /v2/company/email_pattern',
  'GET /v2/newssearch/news',
  'POST /v2/newssearch/news',
  'GET /v2/realestate_fr/property',
  'GET /v2/retailer_a/product',
  'GET /v2/retailer_b/product',
  'GET /v2/sneakermarket/search',
  'GET /v2/socialnet/company/info',
  'GET /v2/startupdb/funding_rounds',
  'GET /v2/startupdb/funding_round',
  'GET /v2/startupdb/event',
  'GET /v2/supplierdir/search',
  'GET /v2/ticketing/event',
  'GET /v2/ticketing/search',
  'POST /v2/websearch/search',
  'GET /v2/websearch/search',
  'POST /v2/batches',
] as const
