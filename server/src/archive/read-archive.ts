// Reads the archive, also while a server writes it: removed or incomplete entries are skipped.
import type { Entry } from './entry.ts'
import { listSegments, type PagePosition, readEntries, readText, scanPages } from './segment-files.ts'

export type ArchiveReader = {
  /** Oldest first. */
  entries: () => Entry[]
  /** Null where the page was removed. */
  readText: (hash: string) => string | null
}

export function readArchive(folder: string): ArchiveReader {
  let places: Map<string, PagePosition> | undefined
  const scan = () => new Map(listSegments(folder).flatMap(({ name }) => [...scanPages(folder, name)]))

  return {
    entries: () => listSegments(folder).flatMap(({ name }) => readEntries(folder, name)),
    readText(hash) {
      places ??= scan()
      const place = places.get(hash)
      const text = place ? readText(folder, place, hash) : null
      if (text !== null) return text
      // The page may have been moved to a younger segment since the last scan.
      places = scan()
      const moved = places.get(hash)
      return moved ? readText(folder, moved, hash) : null
    },
  }
}
