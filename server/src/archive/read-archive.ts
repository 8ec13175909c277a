// Reads the archive, also while a server writes it: what has gone meanwhile, or is torn, is as if it had never been.
import type { Entry } from './entry.ts'
import { listSegments, type Place, readEntries, readText, scanPages } from './segment-files.ts'

export type ArchiveReader = {
  /** Oldest first. */
  entries: () => Entry[]
  /** Null where the page is not there any more. */
  readText: (hash: string) => string | null
}

export function readArchive(folder: string): ArchiveReader {
  let places: Map<string, Place> | undefined
  const look = () => new Map(listSegments(folder).flatMap(({ name }) => [...scanPages(folder, name)]))

  return {
    entries: () => listSegments(folder).flatMap(({ name }) => readEntries(folder, name)),
    readText(hash) {
      places ??= look()
      const place = places.get(hash)
      const text = place ? readText(folder, place, hash) : null
      if (text !== null) return text
      // A page may have been carried over to a younger segment since the last look.
      places = look()
      const moved = places.get(hash)
      return moved ? readText(folder, moved, hash) : null
    },
  }
}
