// When an upstream API answered: the ages in a stored answer stay the same, however late it is read.
import { systemClock } from '../clock.ts'
import type { Page } from '../outcome.ts'
import { fromRfc822 } from './dates.ts'

/**
 * The `Date` header of an upstream API's answer, or now where it has none.
 *
 * @example
 * const age = relativeTime(publishedAt, readAnswerDate(page))
 */
export const readAnswerDate = ({ headers }: Page): Date => fromRfc822(headers?.date) ?? systemClock()
