// The sources that this server ships with: the only place where the server imports them. Everything else gets sources
// as data.
import { sources } from '@quarry/sources'
import { knownOf } from './known-sources.ts'

export { endpoints, firstExample, sources } from '@quarry/sources'

/** What a configuration can name. */
export const known = knownOf(sources)
