// The public names of the kit. Page readers are imported one by one, from `@quarry/kit/read/…`, and schema builders
// from `@quarry/kit/schema`: a reading thread loads only what its source uses.
export type { Addresses } from './addresses.ts'
export { type Endpoint, endpoint, type Method } from './endpoint.ts'
export {
  Failure,
  type FailureReason,
  invalidParameter,
  isFailure,
  isInvalidParameter,
  rateLimited,
} from './errors.ts'
export {
  found,
  type Get,
  isMissing,
  notFound,
  type Outcome,
  type Page,
  pageBlocked,
  pageChanged,
  pageSource,
  type Reading,
} from './outcome.ts'
export { type Io, type Provider, provider, searchProvider, type UrlParams } from './provider.ts'
export { looksLikeAddress, looksLikeUrl, type Site, type SiteUrl, siteAt } from './site.ts'
export { defineSource, type SandboxSite, type SiteRequest, type SiteResponse, type Source } from './source.ts'
export { type Credentials, type RateLimit, type UpstreamApi, upstreamApi } from './upstream-api.ts'
export { kitVersion } from './version.ts'
