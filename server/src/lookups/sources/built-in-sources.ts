// The sources that ship with the server, imported only here. All other modules get sources as data.
import { sources } from '@quarry/sources'
import { describeSources } from './describe-sources.ts'

export { firstExample, sources } from '@quarry/sources'

/** The names that a configuration without plugins may use. */
export const builtInNames = describeSources(sources)
