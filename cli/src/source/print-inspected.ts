// Prints what was found on a page, bounded and without control characters.
import { bold, write } from '../output.ts'
import { plain } from '../plain.ts'
import type { Inspected } from './inspect-page.ts'

const maxValues = 25
const maxPlaces = 60
const maxChars = 80
const maxPathChars = 100

const cut = (text: string, chars: number): string => {
  const line = plain(text)
  return line.length > chars ? `${line.slice(0, chars - 1)}…` : line
}

export function printInspected({ warning, places }: Inspected, find: string | null): void {
  if (warning !== null) write(`Not a page with data: ${cut(warning, maxChars)}\n\n`)
  const shown = places.slice(0, maxPlaces)
  for (const { title, reader, values } of shown) {
    const width = Math.min(
      50,
      Math.max(...values.slice(0, maxValues).map(({ path }) => cut(path, maxPathChars).length)),
    )
    write(`${bold(cut(title, maxChars))}\n  ${cut(reader, 120)}\n`)
    for (const { path, value } of values.slice(0, maxValues))
      write(`    ${cut(path, maxPathChars).padEnd(width)}  ${cut(value, maxChars)}\n`)
    if (values.length > maxValues)
      write(`    … and ${values.length - maxValues} more; use --find <text> to search them\n`)
    write('\n')
  }
  if (places.length > maxPlaces) write(`… and more places: ${places.length - maxPlaces}\n`)
  if (places.length > 0) return
  write(find === null ? 'No data found besides the text of the page.\n' : 'Nothing found with this text.\n')
}
