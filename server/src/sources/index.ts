// Every source, one line each: routes, prices, the API reference, the sandbox and the generic tests derive
// from this list.
import type { Endpoint, Source } from '../contract.ts'
import { retailerA } from './retailer_a/index.ts'
import { retailerB } from './retailer_b/index.ts'
import { ticketing } from './ticketing/index.ts'

export const sources: readonly Source[] = [retailerA, retailerB, ticketing]

export const endpoints: readonly Endpoint[] = sources.flatMap((source) => source.endpoints)
