// Infers how a company forms its e-mail addresses (api-rules 2.5) and how often it uses each pattern, from published
// contacts. Role addresses (info, sales) never count; personal addresses that fit no pattern stay in the denominator.
import { list, namedObject, number, type Static, text } from '@quarry/kit/schema'
import { foldName } from './compare-names.ts'
import type { Contact } from './contacts.ts'
import { listNameForms, type NameForms } from './name-forms.ts'
import { isRoleName, isRoleWord } from './role-words.ts'

const patternShare = namedObject('EmailPattern', {
  pattern: text(
    '[F].[L]',
    '[F] given name, [L] surname, [F1] and [L1] their first letters, joined by nothing, `.` or `-`.',
  ),
  percentage: number(77.8, {
    description: 'Of all personal addresses seen at the domain, including those that match no pattern.',
    minimum: 0,
    maximum: 100,
  }),
})
export const emailPatternRecord = list(patternShare)
export type PatternShare = Static<typeof patternShare>

/** From the most to the least common: decides which of two equal shares comes first. */
const commonPatterns =
  '[F].[L] [F1][L] [F] [F][L] [F1].[L] [F][L1] [L].[F] [F]-[L] [L] [L][F1] [F].[L1] [L][F]'.split(' ')
const rank = (pattern: string): number =>
  commonPatterns.includes(pattern) ? commonPatterns.indexOf(pattern) : commonPatterns.length
const compareRanks = (a: string, b: string): number => rank(a) - rank(b) || (a < b ? -1 : 1)
const countParts = (pattern: string): number => pattern.split(/[.-]/).length

/** The patterns with their share of all personal addresses in per cent, to one decimal, the largest first. */
export function inferPatterns(contacts: readonly Contact[]): PatternShare[] {
  const personal = contacts
    .map((contact) => ({ ...contact, patterns: findPatterns(contact) }))
    .filter((contact) => !isRole(contact))
  const clearCounts = countEach(personal.flatMap(({ patterns }) => (patterns.length === 1 ? patterns : [])))
  // An ambiguous address counts for the pattern that most clear addresses follow. If that does not decide,
  // a separator more likely separates two names than belongs to one.
  const compareLikelihood = (a: string, b: string) =>
    (clearCounts.get(b) ?? 0) - (clearCounts.get(a) ?? 0) ||
    countParts(b) - countParts(a) ||
    compareRanks(a, b)
  const likeliest = personal.flatMap(({ patterns }) => patterns.toSorted(compareLikelihood).slice(0, 1))
  return [...countEach(likeliest)]
    .toSorted(([a, countA], [b, countB]) => countB - countA || compareRanks(a, b))
    .map(([pattern, matching]) => ({
      pattern,
      percentage: Math.round((matching / personal.length) * 1000) / 10,
    }))
}

function countEach(patterns: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const pattern of patterns) counts.set(pattern, (counts.get(pattern) ?? 0) + 1)
  return counts
}

/** Every pattern that turns the name into the address. */
export function findPatterns({ name, local }: Contact): string[] {
  const plain = foldName(local)
  const patterns = new Set<string>()
  for (const forms of listNameForms(name)) {
    for (const token of findTokens(plain, forms)) if (!token.endsWith('1]')) patterns.add(token)
    for (let end = 1; end < plain.length; end++)
      for (const separator of ['', '.', '-'])
        if (plain.startsWith(separator, end)) {
          const [left, right] = [plain.slice(0, end), plain.slice(end + separator.length)]
          for (const first of findTokens(left, forms))
            for (const second of findTokens(right, forms))
              if (first.charAt(1) !== second.charAt(1)) patterns.add(first + separator + second)
        }
  }
  return [...patterns]
}

const tokens = ['[F]', '[L]', '[F1]', '[L1]'] as const
const findTokens = (text: string, forms: NameForms) => tokens.filter((token) => forms[token].has(text))

/** `sales@` under any name, `sales-uk@`, and any address of a contact such as "Press office". */
function isRole({ name, local, patterns }: Contact & { patterns: readonly string[] }): boolean {
  const parts = local.replace(/\d{1,9}$/, '').split(/[._-]/)
  return (
    isRoleWord(parts.join('')) ||
    isRoleName(foldName(name)) ||
    (patterns.length === 0 && parts.some(isRoleWord))
  )
}
