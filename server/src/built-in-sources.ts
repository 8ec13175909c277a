// The sources that ship with the server, imported only here. All other modules get sources as data.
import { sources } from '@quarry/sources'
import { describeSources } from './describe-sources.ts'

export { endpoints, firstExample, sources } from '@quarry/sources'

/** The names that a configuration may use. */
export const sourceNames = describeSources(sources)
