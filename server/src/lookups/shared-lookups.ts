// What several servers look up at the same time, as one fetch of one of them. It is a help, never a need: where nobody
// shares, or it takes too long, a server fetches for itself.

import { jsonType } from '../lib/json-type.ts'
import type { Ready } from '../lib/ready.ts'
import type { ConfiguredProvider } from './configured-endpoint.ts'
import type { Finding } from './lookup-result.ts'
import type { Provenance } from './provenance.ts'

export type Landed = { body: Buffer; from: Provenance }

/** What another server has just found; or the way to tell others what is found here, null where that is nothing. */
export type Boarding = { landed: Landed } | { land: (found: Landed | null) => void }

export type Flights = {
  /** Waits for another server that is finding the same, but no longer than this. */
  board: (key: string, waitMs: number, keepSeconds: number | null) => Ready<Boarding>
}

export const alone: Boarding = { land: () => {} }

export const noFlights: Flights = { board: () => alone }

/** By so much, and by a fifth of its time, a call is later at most than without the others. */
const longestWaitMs = 1_500

export const waitMsOf = (timeMs: number): number => Math.min(longestWaitMs, timeMs / 5)

/** As fresh as one's own: it was found while the call waited for it. */
export const foundElsewhere = (
  { price, keepSeconds }: ConfiguredProvider,
  { body, from }: Landed,
): Finding => ({ kind: 'found', body, contentType: jsonType, ageSeconds: null, keepSeconds, from, price })
