// Converts times to ages such as "3 hours ago", and ages to times. News pages show ages, feeds have times, and the
// record has the age as text.

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/**
 * How long ago `date` was at `now`, in whole units rounded down: "3 hours ago", "1 day ago"; the future is "now".
 */
export function relativeTime(date: Date, now: Date, language = 'en'): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - date.getTime()) / 1000))
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? ['second', 1]
  return formatter(language).format(-Math.floor(seconds / size), unit)
}

/** "always" writes "1 day ago"; "auto" would write "yesterday", which cannot be compared. */
function formatter(language: string): Intl.RelativeTimeFormat {
  try {
    return new Intl.RelativeTimeFormat(language, { numeric: 'always' })
  } catch {
    return new Intl.RelativeTimeFormat('en', { numeric: 'always' })
  }
}

const agoText =
  /^(?:about |over |almost )?(\d{1,4}|an?|one)\s?(s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?|mo|mos|months?|y|yrs?|years?)\.?(?: ago)?$/i

/** The time that an English age means ("3 hours ago", "2d", "yesterday"), or null. */
export function fromRelativeTime(text: string, now: Date): Date | null {
  const words = text.trim().toLowerCase()
  if (words === 'now' || words === 'just now') return now
  if (words === 'yesterday') return new Date(now.getTime() - 86_400_000)
  const match = agoText.exec(words.slice(0, 60))
  if (!match) return null
  const [, count = '', unit = ''] = match
  // The last unit with this letter: `m` is minutes, and months have two letters.
  const isUnit = ([name]: (typeof units)[number]) =>
    unit.startsWith('mo') ? name === 'month' : name[0] === unit[0]
  const seconds = units.findLast(isUnit)?.[1] ?? 0
  const number = /^\d/.test(count) ? Number(count) : 1
  return new Date(now.getTime() - number * seconds * 1000)
}
