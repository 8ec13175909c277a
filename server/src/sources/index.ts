// Every source, one line each: routes, prices, the API reference, the sandbox and the generic tests derive
// from this list.
import type { Endpoint, Source } from '../contract.ts'
import { newssearch } from './newssearch/index.ts'
import { ticketing } from './ticketing/index.ts'
import { websearch } from './websearch/index.ts'

export const sources: readonly Source[] = [newssearch, ticketing, websearch]

export const endpoints: readonly Endpoint[] = sources.flatMap((source) => source.endpoints)
