// When an upstream API responded. Ages are computed from this date, so that they stay the same when a stored response
// is read later.
import { systemClock } from '../clock.ts'
import type { Page } from '../outcome.ts'
import { fromRfc822 } from './dates.ts'

/** The `Date` header of an upstream API's response, or now if it has none. */
export const readAnswerDate = ({ headers }: Page): Date => fromRfc822(headers?.date) ?? systemClock()
