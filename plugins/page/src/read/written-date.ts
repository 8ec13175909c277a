// Dates as pages write them, in ISO 8601. The offset stays as written, because the day of a reader is that of the page.
import { fromRfc822, toDate, toDateTime, utcText } from '@quarry/kit/read/dates'

const months: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'jan january janvier januar enero gennaio januari janeiro',
    'feb february février fevrier februar febrero febbraio februari fevereiro',
    'mar march mars märz marz marzo maart março marco',
    'apr april avril abril aprile',
    'may mai mayo maggio mei maio',
    'jun june juin juni junio giugno junho',
    'jul july juillet juli julio luglio julho',
    'aug august août aout agosto augustus',
    'sep sept september septembre septiembre settembre setembro',
    'oct okt october octobre oktober octubre ottobre outubro',
    'nov november novembre noviembre novembro',
    'dec dez december décembre decembre dezember diciembre dicembre dezembro',
  ].flatMap((names, index) => names.split(' ').map((name) => [name, String(index + 1).padStart(2, '0')])),
)

/**
 * `2026-01-31`, or `2026-01-31T10:00:00` with `Z` or `+01:00` if the page gives an offset. Null if the text is not a
 * date; a day and a month in digits count only if they cannot be confused.
 */
export function toIsoDate(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim().slice(0, 100)
  return readIso(text) ?? readRfc(text) ?? readWords(text) ?? readDigits(text)
}

function readIso(text: string): string | null {
  const compact = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?)?(Z|[+-]\d{2}:?\d{2})?$/.exec(text)
  if (compact) {
    const [, year, month, day, hour, minute, second = '00', zone = ''] = compact
    const date = `${year}-${month}-${day}`
    return readIso(hour ? `${date}T${hour}:${minute}:${second}${zone}` : date)
  }
  const iso = text.replace(/^(\d{4})[/.](\d{1,2})[/.](\d{1,2})/, (_, year, month, day) =>
    joinDate(year, month, day),
  )
  const time = toDateTime(iso.replace(/(T|\s)(\d):/, '$10$2:').replace(/ ([+-])/, '$1'))
  if (!time) return /^\d{4}-\d{2}-\d{2}(?:$|[T\s])/.test(iso) ? toDate(iso) : null
  const offset = /(?:Z|UTC|([+-]\d{2}):?(\d{2})?)$/i.exec(iso.slice(11))
  const local = time.local + (/:\d{2}(\.\d{0,8}[1-9])/.exec(iso)?.[1] ?? '')
  if (!offset) return local
  return offset[1] ? `${local}${offset[1]}:${offset[2] ?? '00'}` : `${local}Z`
}

/** Dates as in mails, or as programs print them: `Mon Aug 03 12:45:00 EDT 2015`. */
function readRfc(text: string): string | null {
  const date = fromRfc822(
    text.replace(
      /^\p{L}{3} (\p{L}{3}) {1,2}(\d{1,2}) ([\d:]{8}) ([A-Z]{1,3}|[+-]\d{4}) (\d{4})$/u,
      '$2 $1 $5 $3 $4',
    ),
  )
  return date && utcText(date)
}

const monthFirst = /\b([\p{L}]{3,10})\.?\s{1,3}(\d{1,2})(?:st|nd|rd|th)?,?\s{1,3}(\d{4})\b/u
const dayFirst =
  /\b(\d{1,2})(?:st|nd|rd|th|er|\.|º)?\s{1,3}(?:de\s{1,3})?([\p{L}]{3,10})\.?,?\s{1,3}(?:de\s{1,3})?(\d{4})\b/u

/** `January 31, 2026` and `31 janvier 2026`, with words before and after. */
export function readWords(text: string): string | null {
  const first = monthFirst.exec(text)
  if (first) return checkDate(first[3], months[(first[1] ?? '').toLowerCase()], first[2])
  const second = dayFirst.exec(text)
  return second ? checkDate(second[3], months[(second[2] ?? '').toLowerCase()], second[1]) : null
}

/** `31.01.2026` and `1/31/2026`: one of the first two numbers must be above 12, or the separator a dot. */
function readDigits(text: string): string | null {
  const match = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)/.exec(text)
  if (!match) return null
  const [, one = '', separator, other = '', year = ''] = match
  if (Number(one) > 12 || separator === '.') return checkDate(year, other, one)
  return Number(other) > 12 || one === other ? checkDate(year, one, other) : null
}

const joinDate = (year = '', month = '', day = ''): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

const checkDate = (year?: string, month?: string, day?: string): string | null =>
  month === undefined ? null : toDate(joinDate(year, month, day))
