// Changes one value on a page, and compares two records field by field.
import type { Page } from '../outcome.ts'

type Leaf = { path: string; value: string }

/** Every text of a record with its path. Numbers, booleans and null are left out. */
export function listLeaves(value: unknown, path = ''): Leaf[] {
  if (typeof value === 'string') return [{ path, value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => listLeaves(inner, `${path}/${key}`))
}

const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/**
 * Replaces a value in every spelling a page may have for it. Whole words only, and never a key of the page's state:
 * the page keeps its form.
 */
export function replaceValue(body: string, value: string, replacement: string): string {
  const spellings = [value, escapeHtml(value), JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]
  return [...new Set(spellings)]
    .filter((spelling) => body.includes(spelling))
    .reduce((text, spelling) => {
      const word = `(?<![\\p{L}\\p{N}_])${escapePattern(spelling)}(?![\\p{L}\\p{N}_]|"\\s*:)`
      return text.replace(new RegExp(word, 'gu'), replacement)
    }, body)
}

/** The page with the value replaced everywhere, or null if the page does not have it. */
export function replaceEverywhere(page: Page, value: string, mutant: string): Page | null {
  const body = replaceValue(page.body, value, mutant)
  return body === page.body ? null : { ...page, body }
}

/** The leaves that differ, with their value before. */
export function changedPaths(
  before: unknown,
  after: unknown,
  path = '',
): { path: string; before: unknown }[] {
  if (Object.is(before, after)) return []
  const bothObjects =
    typeof before === 'object' && typeof after === 'object' && before !== null && after !== null
  if (!bothObjects) return [{ path, before: typeof before === 'object' ? JSON.stringify(before) : before }]
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key) =>
    changedPaths(
      (before as Record<string, unknown>)[key],
      (after as Record<string, unknown>)[key],
      `${path}/${key}`,
    ),
  )
}

/** Another value of the same kind. Digits stay digits, because a page may have an id as a number. */
export const mutateValue = (value: string): string =>
  /^[\d.]*\d\d$/.test(value)
    ? value.slice(0, -2) + String((Number(value.slice(-2)) + 11) % 100).padStart(2, '0')
    : `${value.slice(0, -2)}Zqx`
