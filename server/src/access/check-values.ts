// What an operator's values must be beyond their types: each check throws 422, or 400 for what cannot be read as an
// address, and names the value.
import { invalidParameter } from '@quarry/kit/errors'
import { Refusal } from '../errors.ts'
import { findRangeProblem } from './ip-range.ts'

const unprocessable = (name: string, problem: string): Refusal =>
  new Refusal('unprocessable', `Unprocessable: ${name} ${problem}`)

/** Far below 2^53, so that sums of many accounts stay exact. */
const maxCredits = 1_000_000_000
const maxLimit = 1_000_000
const maxListed = 100

export function checkSlug(slug: string): void {
  if (!/^[a-z0-9][a-z0-9_-]{0,62}$/.test(slug)) {
    throw unprocessable('slug', 'must be 1 to 63 lower-case letters, digits, - or _')
  }
}

export function checkText(name: string, text: string): void {
  if (text.trim() === '' || text.length > 200 || /[\u0000-\u001f\u007f]/.test(text) || !text.isWellFormed()) {
    throw unprocessable(name, 'must be 1 to 200 characters without control characters')
  }
}

export function checkInteger(name: string, value: number, min: number, max: number): void {
  if (!Number.isSafeInteger(value) || value < min || value > max) {
    throw unprocessable(name, `must be a whole number from ${min} to ${max}`)
  }
}

const maxGraceSeconds = 30 * 86_400

/** How long a secret that was replaced goes on working. */
export const checkGrace = (seconds: number): void =>
  checkInteger('grace_seconds', seconds, 0, maxGraceSeconds)

export const checkCredits = (name: string, value: number, min: number): void =>
  checkInteger(name, value, min, maxCredits)

export function checkLimits(limits: { per_second?: number | null; per_minute?: number | null } | null): void {
  if (limits === null) return
  for (const name of ['per_second', 'per_minute'] as const) {
    const value = limits[name]
    if (value !== undefined && value !== null) checkInteger(`rate_limit.${name}`, value, 1, maxLimit)
  }
}

export function checkQuotas(quotas: Record<string, number | null | undefined>): void {
  for (const [name, value] of Object.entries(quotas)) {
    if (value !== undefined && value !== null) checkCredits(`quotas.${name}`, value, 0)
  }
}

/** A day or an instant in ISO 8601; a day ends at its beginning, 00:00 UTC. */
export function parseExpiry(text: string): Date {
  const form = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(
    text,
  )
  const date = new Date(text)
  const day = new Date(`${form?.[1]}T00:00:00Z`)
  // 30 February parses as a day of March: only a day that reads back the same is one.
  const isReal = form && !Number.isNaN(date.getTime()) && day.toISOString().startsWith(form[1] ?? ' ')
  if (!isReal) throw unprocessable('expires', 'must be an ISO 8601 date or date-time with a time zone')
  return date
}

export function checkScopes(scopes: readonly string[]): void {
  const form = /^(?:[a-z0-9_]{1,64}|\/v2(?:\/[a-z0-9_]{1,64}){0,8}(?:\/\*)?)$/
  if (scopes.length > maxListed || !scopes.every((scope) => form.test(scope))) {
    throw unprocessable(
      'scopes',
      `must be at most ${maxListed} endpoint paths, /v2/<source>/* or source names`,
    )
  }
}

export function checkAllowedIps(ranges: readonly string[]): void {
  if (ranges.length > maxListed)
    throw invalidParameter('allowed_ips', `must have at most ${maxListed} entries`)
  for (const [index, range] of ranges.entries()) {
    const problem = findRangeProblem(range)
    if (problem !== null) throw invalidParameter(`allowed_ips.${index}`, problem)
  }
}
