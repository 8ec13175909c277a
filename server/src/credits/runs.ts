// A batch of calls as the database decides about it: in lock order, and in runs of calls that are alike, because
// how many of a run fit is one decision. What was decided about a run is told to each of its calls here.

import { integers, plain } from '../db/array-literal.ts'
import { type QuotaWindow, quotaExceeded, Refusal } from '../errors.ts'

/** What a call draws on, and how much. */
export type Purse = { accountId: number; keyId: string; credits: number }

/** `count` calls like `item`; the first has the number `start`, from 1. */
type Run<T> = { item: T; start: number; count: number }

export type Batch<T> = {
  /** By account, then key, then arrival: the order in which everyone locks. */
  sorted: T[]
  /** For each of them, where it stood on arrival. */
  order: number[]
  runs: Run<T>[]
}

/** A row of `quarry_reserve`, with what both funds had before the run. */
export type Decision = {
  run: number
  reserved: number
  outcome: 'open_invoices' | 'credits_exhausted' | QuotaWindow | null
  retry_after: number | null
  available: number
}

/** The parameters that `quarry_reserve` takes, and the start of each run. */
export const runParameters = (runs: readonly Run<Purse>[]): string[] => [
  integers(runs.map(({ item }) => item.accountId)),
  plain(runs.map(({ item }) => item.keyId)),
  integers(runs.map(({ item }) => item.credits)),
  integers(runs.map(({ count }) => count)),
  integers(runs.map(({ start }) => start)),
]

/** For each call the number of its run, from 1. */
export const runNumbers = (runs: readonly Run<unknown>[]): string =>
  integers(runs.flatMap(({ count }, index) => new Array<number>(count).fill(index + 1)))

/** What the call `i` of the run `r` takes from the subscription: what those before it left, up to its price. */
export const fromSubscription =
  'least(greatest(d.subscription - (i.n - r.start) * r.credits, 0), r.credits)::integer'

export const decisions =
  'select run, reserved, outcome, retry_after, subscription + bonus as available from decided'

export function batchOf<T extends Purse>(items: readonly T[], alike: (a: T, b: T) => boolean): Batch<T> {
  const compare = (a: number, b: number) => inLockOrder(items[a] as T, items[b] as T)
  const order = items.map((_, index) => index).sort(compare)
  const sorted = order.map((index) => items[index] as T)
  const runs: Run<T>[] = []
  let run: Run<T> | undefined
  for (const item of sorted) {
    if (run && isSamePurse(run.item, item) && alike(run.item, item)) run.count += 1
    else {
      run = { item, start: run ? run.start + run.count : 1, count: 1 }
      runs.push(run)
    }
  }
  return { sorted, order, runs }
}

const inLockOrder = (a: Purse, b: Purse): number =>
  a.accountId - b.accountId || (a.keyId < b.keyId ? -1 : a.keyId > b.keyId ? 1 : 0)

const isSamePurse = (a: Purse, b: Purse): boolean =>
  a.keyId === b.keyId && a.accountId === b.accountId && a.credits === b.credits

/** One result per call, in the order of arrival; `read` is given the credits left after it. */
export function tellEach<T extends Purse, R>(
  { sorted, order, runs }: Batch<T>,
  decided: readonly Decision[],
  read: (item: T, remaining: number) => R,
): (R | Refusal)[] {
  const results = new Array<R | Refusal>(order.length)
  for (const { run, reserved, outcome, retry_after, available } of decided) {
    const { item, start, count } = runs[run - 1] as Run<T>
    for (let place = 0; place < count; place += 1) {
      const at = start - 1 + place
      results[order[at] as number] =
        place < reserved
          ? read(sorted[at] as T, available - (place + 1) * item.credits)
          : refusalOf(outcome, retry_after)
    }
  }
  return results
}

function refusalOf(outcome: Decision['outcome'], retryAfter: number | null): Refusal {
  if (outcome === null) throw new Error('a run was cut short for no reason')
  if (outcome === 'open_invoices' || outcome === 'credits_exhausted') return new Refusal(outcome)
  return quotaExceeded(outcome, retryAfter ?? undefined)
}
