// Which patterns the addresses of a company follow (api-rules 2.5), and how often: counted over published contacts, never
// stored. Addresses of a function (info, sales) belong to nobody and never count; others that fit no pattern do.
import type { Contact } from './contacts.ts'
import type { PatternShare } from './email-pattern-record.ts'
import { fold } from './fold-name.ts'
import { type NameForms, nameForms } from './name-forms.ts'
import { isRoleName, isRoleWord } from './role-words.ts'

/** From the most usual to the rarest: settles which of two equal shares comes first. */
const usual = '[F].[L] [F1][L] [F] [F][L] [F1].[L] [F][L1] [L].[F] [F]-[L] [L] [L][F1] [F].[L1] [L][F]'.split(
  ' ',
)
const rank = (pattern: string): number => (usual.includes(pattern) ? usual.indexOf(pattern) : usual.length)
const separators = (pattern: string): number => pattern.split(/[.-]/).length
/** A separator in an address more likely parts two names than belongs to one of them. */
const byPlausibility = (a: string, b: string): number => separators(b) - separators(a) || byUse(a, b)
const byUse = (a: string, b: string): number => rank(a) - rank(b) || (a < b ? -1 : 1)

/** The patterns with their share of all personal addresses in per cent, to one decimal, the largest first. */
export function inferPatterns(contacts: readonly Contact[]): PatternShare[] {
  const personal = contacts
    .map((contact) => ({ ...contact, patterns: patternsOf(contact) }))
    .filter((contact) => !isRole(contact))
  const counts = new Map<string, number>()
  const count = (pattern: string) => counts.set(pattern, (counts.get(pattern) ?? 0) + 1)
  for (const { patterns } of personal) if (patterns.length === 1 && patterns[0]) count(patterns[0])
  // An address that fits several patterns goes to the one that the plain cases favour.
  const plain = new Map(counts)
  for (const { patterns } of personal) {
    if (patterns.length < 2) continue
    const [best] = patterns.toSorted(
      (a, b) => (plain.get(b) ?? 0) - (plain.get(a) ?? 0) || byPlausibility(a, b),
    )
    if (best) count(best)
  }
  return [...counts]
    .toSorted(([a, countA], [b, countB]) => countB - countA || byUse(a, b))
    .map(([pattern, matching]) => ({
      pattern,
      percentage: Math.round((matching / personal.length) * 1000) / 10,
    }))
}

/** Every pattern that turns the name into the address. */
export function patternsOf({ name, local }: Contact): string[] {
  const plain = fold(local)
  const found = new Set<string>()
  for (const forms of nameForms(name)) {
    for (const token of tokensOf(plain, forms)) if (token.length === 3) found.add(token)
    for (let end = 1; end < plain.length; end++)
      for (const separator of ['', '.', '-'])
        if (plain.startsWith(separator, end)) {
          const [left, right] = [plain.slice(0, end), plain.slice(end + separator.length)]
          for (const first of tokensOf(left, forms))
            for (const second of tokensOf(right, forms))
              if (first.charAt(1) !== second.charAt(1)) found.add(first + separator + second)
        }
  }
  return [...found]
}

function tokensOf(text: string, forms: NameForms): string[] {
  return [
    ...(forms.firsts.has(text) ? ['[F]'] : []),
    ...(forms.lasts.has(text) ? ['[L]'] : []),
    ...(forms.firstInitials.has(text) ? ['[F1]'] : []),
    ...(forms.lastInitials.has(text) ? ['[L1]'] : []),
  ]
}

/** `sales@` whoever reads it, `sales-uk@`, and whatever stands under a name such as "Press office". */
function isRole({ name, local, patterns }: Contact & { patterns: readonly string[] }): boolean {
  const parts = local.replace(/\d{1,9}$/, '').split(/[._-]/)
  return (
    isRoleWord(parts.join('')) ||
    isRoleName(fold(name)) ||
    (patterns.length === 0 && parts.some((part) => isRoleWord(part)))
  )
}
