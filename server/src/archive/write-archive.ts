// Writes the archive: each page once, in segments. The oldest segment is removed when the archive exceeds its bytes or
// days; pages that younger lookups refer to are moved to the current segment first.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import type { Entry } from './entry.ts'
import { longHash } from './field-prints.ts'
import {
  entriesFile,
  framePage,
  listSegments,
  type PagePosition,
  pagesFile,
  readEntries,
  readFrame,
  removeSegment,
  scanPages,
  segmentName,
  toPosition,
} from './segment-files.ts'

export type PageToWrite = Omit<Entry['pages'][number], 'hash'> & { text: string }
export type EntryToWrite = Omit<Entry, 'pages'> & { pages: readonly PageToWrite[] }

export type ArchiveWriter = {
  /** False for a lookup that is too large. Throws where the archive can no longer be written. */
  add: (entry: EntryToWrite) => boolean
  /** Removes what is too old. */
  expire: () => void
  bytes: () => number
  close: () => void
}

export type ArchiveWriterOptions = {
  folder: string
  days: number
  bytes: number
  /** Unique to each server that shares the folder. */
  owner: string
  now?: () => number
  /** For tests of a full disk. */
  write?: (file: number, content: Buffer) => void
}

type Closed = { name: string; newestMs: number; bytes: number }
type Open = {
  name: string
  startedMs: number
  newestMs: number
  pages: number
  entries: number
  pagesBytes: number
  entriesBytes: number
}

/** The bytes and days are divided into this many segments, which are removed as a whole. */
const segments = 16
const dayMs = 86_400_000

export function createArchiveWriter(options: ArchiveWriterOptions): ArchiveWriter {
  const { folder, days, bytes: maxBytes, owner, now = Date.now, write = writeWhole } = options
  const segmentBytes = Math.floor(maxBytes / segments)
  const segmentMs = (days * dayMs) / segments
  const places = new Map<string, PagePosition>()
  /** The youngest segment that refers to a page. */
  const referredIn = new Map<string, string>()
  const closed: Closed[] = []
  let open: Open | null = null

  function scan(): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const { name, bytes, startedMs } of listSegments(folder)) {
      for (const [hash, place] of scanPages(folder, name)) places.set(hash, place)
      let newestMs = startedMs
      for (const entry of readEntries(folder, name)) {
        newestMs = Math.max(newestMs, Date.parse(entry.at) || 0)
        for (const { hash } of entry.pages) referredIn.set(hash, name)
      }
      closed.push({ name, newestMs, bytes })
    }
  }

  const openBytes = () => (open ? open.pagesBytes + open.entriesBytes : 0)
  const total = () => closed.reduce((sum, { bytes }) => sum + bytes, openBytes())

  function end(): void {
    if (!open) return
    closeSync(open.pages)
    closeSync(open.entries)
    closed.push({ name: open.name, newestMs: open.newestMs, bytes: openBytes() })
    open = null
  }

  /** A process never appends to the segment of another one, whose end may be incomplete. */
  function current(): Open {
    if (open && (openBytes() >= segmentBytes || now() - open.startedMs >= segmentMs)) end()
    if (open) return open
    const last = closed.at(-1)
    const startedMs = now()
    const name = segmentName(Math.max(startedMs, last ? Number.parseInt(last.name, 10) + 1 : 0), owner)
    const files = [pagesFile(folder, name), entriesFile(folder, name)].map((file) =>
      openSync(file, 'ax', 0o600),
    )
    const [pages = 0, entries = 0] = files
    open = { name, startedMs, newestMs: startedMs, pages, entries, pagesBytes: 0, entriesBytes: 0 }
    return open
  }

  function putPage(frame: Buffer, hash: string): void {
    const segment = current()
    const before = segment.pagesBytes
    segment.pagesBytes += frame.length
    write(segment.pages, frame)
    places.set(hash, toPosition(segment.name, before, frame.length))
  }

  /** Moves pages that younger lookups refer to, then removes the segment. */
  function dropOldest(): void {
    const oldest = closed.shift()
    if (!oldest) return
    for (const [hash, place] of scanPages(folder, oldest.name)) {
      const isHere = places.get(hash)?.segment === oldest.name
      if (!isHere) continue
      if ((referredIn.get(hash) ?? '') > oldest.name) putPage(readFrame(folder, place), hash)
      else {
        places.delete(hash)
        referredIn.delete(hash)
      }
    }
    removeSegment(folder, oldest.name)
  }

  function expire(): void {
    if (open && now() - open.startedMs >= segmentMs) end()
    while (closed[0] && now() - closed[0].newestMs > days * dayMs) dropOldest()
    while (closed.length > 0 && total() > maxBytes) dropOldest()
  }

  scan()
  expire()
  return {
    add({ pages, ...about }) {
      const hashed = pages.map(({ text, ...page }) => ({ text, page: { ...page, hash: longHash(text) } }))
      const unknown = hashed.flatMap(({ text, page: { hash } }) =>
        places.has(hash) ? [] : [{ hash, frame: framePage(text, hash) }],
      )
      const line = Buffer.from(`${JSON.stringify({ ...about, pages: hashed.map(({ page }) => page) })}\n`)
      const newBytes = unknown.reduce((sum, { frame }) => sum + frame.length, line.length)
      if (newBytes > maxBytes / 4) return false
      for (const { frame, hash } of unknown) if (!places.has(hash)) putPage(frame, hash)
      const segment = current()
      segment.entriesBytes += line.length
      segment.newestMs = now()
      for (const { page } of hashed) referredIn.set(page.hash, segment.name)
      write(segment.entries, line)
      expire()
      return true
    },
    expire,
    bytes: total,
    close: end,
  }
}

const writeWhole = (file: number, content: Buffer): void => {
  for (let done = 0; done < content.length; ) done += writeSync(file, content, done)
}
