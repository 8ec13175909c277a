// Reads the archive, also while a server writes it: removed or incomplete entries are skipped.
import type { Entry } from './entry.ts'
import { listSegments, type PagePosition, readEntries, readText, scanPages } from './segment-files.ts'

export type ArchiveReader = ReturnType<typeof readArchive>

export function readArchive(folder: string) {
  let places: Map<string, PagePosition> | undefined
  const scan = () => new Map(listSegments(folder).flatMap(({ name }) => [...scanPages(folder, name)]))

  return {
    /** Oldest first. */
    entries: (): Entry[] => listSegments(folder).flatMap(({ name }) => readEntries(folder, name)),
    /** Null where the page was removed. */
    readText(hash: string): string | null {
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
