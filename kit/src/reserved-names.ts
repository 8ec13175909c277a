// Names that a plugin cannot use, because the server uses them itself. A test compares them with the routes.

/** First parts of the server's own paths below /v2, and the names of providers that every source can have. */
export const reservedSources: readonly string[] = [
  'batches',
  'calls',
  'events',
  'jobs',
  'keys',
  'sandbox',
  'site',
  'statistics',
  'status',
  'usage',
  'watches',
  'webhooks',
]

/** Parameters of every lookup. An endpoint cannot declare a parameter with one of these names. */
export const reservedParameters: readonly string[] = [
  'fields',
  'format',
  'is_async',
  'max_age',
  'provider',
  'require',
  'require_any',
  'soft_fail',
  'webhook',
  'x_api_key',
]
