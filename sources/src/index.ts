// Every source, one line each: routes, prices, the API reference, the sandbox and the generic tests derive
// from this list.
import type { Endpoint, Source } from '@quarry/kit'
import { classifieds } from './classifieds/index.ts'
import { company as companyLookup } from './company/company.ts'
import { company } from './company/index.ts'
import { newssearch } from './newssearch/index.ts'
import { realestateFr } from './realestate_fr/index.ts'
import { retailerA } from './retailer_a/index.ts'
import { retailerB } from './retailer_b/index.ts'
import { sneakermarket } from './sneakermarket/index.ts'
import { socialnet } from './socialnet/index.ts'
import { startupdb } from './startupdb/index.ts'
import { supplierdir } from './supplierdir/index.ts'
import { ticketing } from './ticketing/index.ts'
import { websearch } from './websearch/index.ts'

export const sources: readonly Source[] = [
  classifieds,
  company,
  newssearch,
  realestateFr,
  retailerA,
  retailerB,
  sneakermarket,
  socialnet,
  startupdb,
  supplierdir,
  ticketing,
  websearch,
]

export const endpoints: readonly Endpoint[] = sources.flatMap((source) => source.endpoints)

/** The lookup that the server prints as its first example. */
export const firstExample: Endpoint = companyLookup
