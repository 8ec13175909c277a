// Groups the calls of a batch for `quarry_reserve`: sorted in lock order, then in runs of equal calls, because one
// division decides how many calls of a run fit. `splitResults` turns the decisions back into one result per call.
import { toIntegerArray, toPlainArray } from '../platform/db/array-literal.ts'
import { type QuotaWindow, quotaExceeded, Refusal } from '../platform/errors.ts'

export type Charge = { accountId: number; keyId: string; credits: number }

/** `count` calls like `item`; the first one has the number `start`, counted from 1. */
type Run<T> = { item: T; start: number; count: number }

/** A row of `quarry_reserve`; `available` is what both funds had before the run. */
export type Decision = {
  run: number
  reserved: number
  outcome: 'open_invoices' | 'credits_exhausted' | QuotaWindow | null
  retry_after: number | null
  available: number
}

const toRunParameters = (runs: readonly Run<Charge>[]): string[] => [
  toIntegerArray(runs.map(({ item }) => item.accountId)),
  toPlainArray(runs.map(({ item }) => item.keyId)),
  toIntegerArray(runs.map(({ item }) => item.credits)),
  toIntegerArray(runs.map(({ count }) => count)),
  toIntegerArray(runs.map(({ start }) => start)),
]

const listRunNumbers = (runs: readonly Run<unknown>[]): string =>
  toIntegerArray(runs.flatMap(({ count }, index) => new Array<number>(count).fill(index + 1)))

/** SQL: what call `i` of run `r` takes from the subscription, after the calls before it and up to its price. */
export const fromSubscription =
  'least(greatest(d.subscription - (i.n - r.start) * r.credits, 0), r.credits)::integer'

export const selectDecisions =
  'select run, reserved, outcome, retry_after, subscription + bonus as available from decided'

export function createBatch<T extends Charge>(items: readonly T[], isAlike: (a: T, b: T) => boolean) {
  const compare = (a: number, b: number) => compareLockOrder(items[a] as T, items[b] as T)
  /** For each sorted item its index on arrival. */
  const order = items.map((_, index) => index).sort(compare)
  /** By account, key and arrival: every server locks accounts in this order. */
  const sorted = order.map((index) => items[index] as T)
  const runs: Run<T>[] = []
  let run: Run<T> | undefined
  for (const item of sorted) {
    if (run && isSameCharge(run.item, item) && isAlike(run.item, item)) run.count += 1
    else {
      run = { item, start: run ? run.start + run.count : 1, count: 1 }
      runs.push(run)
    }
  }
  return {
    sorted,
    runs,
    /** The parameters of `quarry_reserve`, and the start of each run. */
    runParameters: toRunParameters(runs),
    /** For each call the number of its run, counted from 1. */
    runNumbers: listRunNumbers(runs),
    /** One result per call, in the order of arrival; `toResult` gets the credits left after the call. */
    splitResults<R>(decisions: readonly Decision[], toResult: (item: T, remaining: number) => R) {
      const results = new Array<R | Refusal>(order.length)
      for (const { run: number, reserved, outcome, retry_after, available } of decisions) {
        const { item, start, count } = runs[number - 1] as Run<T>
        for (let n = 0; n < count; n += 1) {
          const index = start - 1 + n
          results[order[index] as number] =
            n < reserved
              ? toResult(sorted[index] as T, available - (n + 1) * item.credits)
              : toRefusal(outcome, retry_after)
        }
      }
      return results
    },
  }
}

const compareLockOrder = (a: Charge, b: Charge): number =>
  a.accountId - b.accountId || (a.keyId < b.keyId ? -1 : a.keyId > b.keyId ? 1 : 0)

const isSameCharge = (a: Charge, b: Charge): boolean =>
  a.keyId === b.keyId && a.accountId === b.accountId && a.credits === b.credits

function toRefusal(outcome: Decision['outcome'], retryAfter: number | null): Refusal {
  if (outcome === null) throw new Error('calls of a run were not reserved, without a reason')
  if (outcome === 'open_invoices' || outcome === 'credits_exhausted') return new Refusal(outcome)
  return quotaExceeded(outcome, retryAfter ?? undefined)
}
