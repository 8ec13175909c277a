// A bound on what a client may spend. The price is set aside before a call is sent and becomes what the call cost when
// that is known, so calls that run at the same time cannot exceed it together.
import { BudgetExceeded } from './errors.ts'

export type Reservation = {
  /** Ends it with what was charged; the first end counts. */
  settle: (credits: number) => void
}

export type Budget = {
  readonly limit: number
  /** Charged. */
  readonly spent: number
  /** Set aside for what has not ended, or whose end is not known. */
  readonly reserved: number
  /** Neither charged nor set aside, here and in the budgets this one was made within. */
  readonly remaining: number
  /** Throws BudgetExceeded; `what` is named in its message. */
  reserve: (price: number, what: string) => Reservation
}

export function createBudget(limit: number, within: Budget | null): Budget {
  if (!Number.isSafeInteger(limit) || limit < 0)
    throw new TypeError('a budget must be a whole number of credits')
  let spent = 0
  let reserved = 0
  const left = () => Math.min(limit - spent - reserved, within?.remaining ?? limit)
  return {
    limit,
    get spent() {
      return spent
    },
    get reserved() {
      return reserved
    },
    get remaining() {
      return left()
    },
    reserve(price, what) {
      const remaining = left()
      if (price > remaining)
        throw new BudgetExceeded(
          `${what} may cost ${price}, and ${remaining} credits of the budget are left`,
          {
            price,
            remaining,
          },
        )
      const outer = within?.reserve(price, what)
      reserved += price
      let isOpen = true
      return {
        settle(credits) {
          if (!isOpen) return
          isOpen = false
          reserved -= price
          spent += credits
          outer?.settle(credits)
        },
      }
    },
  }
}
