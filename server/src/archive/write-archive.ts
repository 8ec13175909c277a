// Writes the archive: each page once, whoever met it how often, in segments of which the oldest go first when the bytes
// or the days are used up. A page that a younger lookup refers to is carried over before its segment goes.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import type { Entry } from './entry.ts'
import { longHash } from './field-prints.ts'
import {
  entriesFile,
  framePage,
  listSegments,
  type Place,
  pagesFile,
  placeIn,
  readEntries,
  readFrame,
  removeSegment,
  scanPages,
  segmentName,
} from './segment-files.ts'

export type PageToWrite = Omit<Entry['pages'][number], 'hash'> & { text: string }
export type EntryToWrite = Omit<Entry, 'pages'> & { pages: readonly PageToWrite[] }

export type ArchiveWriter = {
  /** False for what is too large to be archived. Throws where nothing can be written any more. */
  add: (entry: EntryToWrite) => boolean
  /** Lets go what is too old. */
  expire: () => void
  bytes: () => number
  close: () => void
}

export type ArchiveWriterOptions = {
  folder: string
  days: number
  bytes: number
  /** Tells apart servers that share a folder. */
  owner: string
  now?: () => number
  /** For the fault of a full disk, which no test can have. */
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

/** So many segments share the bytes and the days: the part that goes at once is as small. */
const parts = 16
const dayMs = 86_400_000

export function createArchiveWriter(options: ArchiveWriterOptions): ArchiveWriter {
  const { folder, days, bytes: maxBytes, owner, now = Date.now, write = writeWhole } = options
  const segmentBytes = Math.floor(maxBytes / parts)
  const segmentMs = (days * dayMs) / parts
  const places = new Map<string, Place>()
  /** The youngest segment that refers to a page. */
  const referredIn = new Map<string, string>()
  const closed: Closed[] = []
  let open: Open | null = null

  function look(): void {
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

  /** A segment is never taken up again by another process: a torn end stays an end. */
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
    places.set(hash, placeIn(segment.name, before, frame.length))
  }

  /** Carries over what younger lookups refer to, then lets the segment go. */
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

  look()
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
