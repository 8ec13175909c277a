// A spending limit of a client. The price of a call is reserved before the call is sent and replaced by its actual cost
// afterwards, so concurrent calls cannot exceed the limit together.
import { BudgetExceeded } from './errors.ts'

export type Reservation = {
  /** Replaces the reservation by the amount charged. Only the first call has an effect. */
  settle: (credits: number) => void
}

export type Budget = {
  readonly limit: number
  /** Credits charged so far. */
  readonly spent: number
  /** Credits reserved for calls that have not ended, or whose outcome is unknown. */
  readonly reserved: number
  /** Credits neither charged nor reserved, in this budget and the budgets that contain it. */
  readonly remaining: number
  /** Throws BudgetExceeded with `what` in its message if the budget is too small. */
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
