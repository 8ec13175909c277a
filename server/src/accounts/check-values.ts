// Checks values of the admin API beyond their types. Each check throws 422 (400 for IP ranges) with the name of the
// value.
import { invalidParameter } from '@quarry/kit/errors'
import { parseTime } from '../ledger/log/read-time.ts'
import { Refusal } from '../platform/errors.ts'
import { findRangeProblem } from './key-bounds.ts'

export const unprocessable = (name: string, problem: string): Refusal =>
  new Refusal('unprocessable', `Unprocessable: ${name} ${problem}`)

/** Far below 2^53, so that sums over many accounts stay exact. */
const maxCredits = 1_000_000_000
const maxLimit = 1_000_000
const maxEntries = 100

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

/** How long a rotated secret stays valid. */
export const checkGrace = (seconds: number): void =>
  checkInteger('grace_seconds', seconds, 0, maxGraceSeconds)

export const checkCredits = (name: string, value: number, min: number): void =>
  checkInteger(name, value, min, maxCredits)

/** Credits to grant, or below zero to take back. */
export function checkCreditChange(name: string, value: number): void {
  checkInteger(name, value, -maxCredits, maxCredits)
  if (value === 0) throw unprocessable(name, 'must not be 0')
}

export function checkLimits(limits: Record<string, number | null | undefined> | null): void {
  for (const [name, value] of Object.entries(limits ?? {}))
    if (value != null) checkInteger(`rate_limit.${name}`, value, 1, maxLimit)
}

export function checkQuotas(quotas: Record<string, number | null | undefined>): void {
  for (const [name, value] of Object.entries(quotas))
    if (value != null) checkCredits(`quotas.${name}`, value, 0)
}

/** Parses an ISO 8601 date or date-time. A date means 00:00 UTC at the start of that day. */
export function parseExpiry(text: string): Date {
  const parsed = parseTime(text)
  if (!parsed) throw unprocessable('expires', 'must be an ISO 8601 date or date-time with a time zone')
  return new Date(parsed.time)
}

export function checkScopes(scopes: readonly string[]): void {
  const scopePattern = /^(?:[a-z0-9_]{1,64}|\/v2(?:\/[a-z0-9_]{1,64}){0,8}(?:\/\*)?)$/
  if (scopes.length > maxEntries || !scopes.every((scope) => scopePattern.test(scope))) {
    throw unprocessable(
      'scopes',
      `must be at most ${maxEntries} endpoint paths, /v2/<source>/* or source names`,
    )
  }
}

export function checkAllowedIps(ranges: readonly string[]): void {
  if (ranges.length > maxEntries)
    throw invalidParameter('allowed_ips', `must have at most ${maxEntries} entries`)
  for (const [index, range] of ranges.entries()) {
    const problem = findRangeProblem(range)
    if (problem !== null) throw invalidParameter(`allowed_ips.${index}`, problem)
  }
}
