// The billing rules (api-rules 7), only here: what an outcome costs, which status is recorded and which is sent. A pure
// function, tested as a table over all inputs.

export type BillableOutcome = 'found' | 'not_found' | 'fields_missing' | 'failed' | 'refused'

export type Bill = { recordedStatus: number; sentStatus: number; credits: number }

export type BillInput = {
  price: number
  notFound: 'billed' | 'free'
  outcome: BillableOutcome
  softFail: boolean
  /** A job's result is recorded as 201 (api-rules 3). */
  mode: 'sync' | 'job'
  /** The status of a refusal; ignored for other outcomes. */
  refusedStatus?: number
}

// A client that disconnects after the hold changes nothing (api-rules 7.4).
export function bill({ price, notFound, outcome, softFail, mode, refusedStatus = 400 }: BillInput): Bill {
  switch (outcome) {
    case 'found':
      return { recordedStatus: mode === 'job' ? 201 : 200, sentStatus: 200, credits: price }
    case 'not_found':
      // api-rules 7.3: soft_fail changes what is sent, not what is recorded or billed.
      return {
        recordedStatus: 404,
        sentStatus: softFail ? 200 : 404,
        credits: notFound === 'free' ? 0 : price,
      }
    case 'fields_missing':
      return { recordedStatus: 422, sentStatus: 422, credits: 0 }
    case 'failed':
      return { recordedStatus: 500, sentStatus: 500, credits: 0 }
    case 'refused':
      return { recordedStatus: refusedStatus, sentStatus: refusedStatus, credits: 0 }
  }
}
