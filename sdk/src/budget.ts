// A spending limit of a client, and the prices of lookups that it needs. The price of a call is reserved before the call
// is sent and replaced by its actual cost afterwards, so concurrent calls cannot exceed the limit together.
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

export type Prices = {
  /** Null if the server has no such operation. */
  getPrice: (method: string, path: string) => Promise<number | null>
}

type Document = { paths?: Record<string, Record<string, { 'x-credits'?: unknown }>> }

const hourMs = 3_600_000

/**
 * The prices come from the OpenAPI document of the server, because operators set them. The document is read when a price
 * is first needed, and again after an hour.
 */
export function createPrices(
  read: () => Promise<Document>,
  now: () => number = () => performance.now(),
): Prices {
  let cached: { until: number; document: Promise<Document> } | undefined
  return {
    async getPrice(method, path) {
      if (!cached || now() >= cached.until) {
        const fresh = { until: now() + hourMs, document: read() }
        cached = fresh
        // A failure is not cached; the next call tries again.
        fresh.document.catch(() => {
          if (cached === fresh) cached = undefined
        })
      }
      const price = (await cached.document).paths?.[path]?.[method.toLowerCase()]?.['x-credits']
      return typeof price === 'number' ? price : null
    },
  }
}
