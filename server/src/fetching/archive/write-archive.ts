// Writes the archive: each page once, in segments. The oldest segment is removed when the archive exceeds its bytes or
// days; pages that younger lookups refer to are moved to the current segment first.
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { type Entry, longHash } from './entry.ts'
import {
  entriesFile,
  listSegments,
  type PagePosition,
  pageMagic,
  pagesFile,
  readEntries,
  readFrame,
  scanPages,
  toPosition,
} from './read-archive.ts'

export type PageToWrite = Omit<Entry['pages'][number], 'hash'> & { text: string }
export type EntryToWrite = Omit<Entry, 'pages'> & { pages: readonly PageToWrite[] }

export type ArchiveWriter = ReturnType<typeof createArchiveWriter>

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
const compressionLevel = 3

type WriterState = ReturnType<typeof createState>
const createState = (options: ArchiveWriterOptions) => ({
  now: Date.now,
  write: writeWhole,
  ...options,
  positions: new Map<string, PagePosition>(),
  /** The youngest segment that refers to a page. */
  referredIn: new Map<string, string>(),
  closed: [] as Closed[],
  open: null as Open | null,
})

export function createArchiveWriter(options: ArchiveWriterOptions) {
  const state = createState(options)
  scanSegments(state)
  expireSegments(state)
  return {
    /** False for a lookup that is too large. Throws if the archive can no longer be written. */
    add({ pages, ...about }: EntryToWrite): boolean {
      const { positions, referredIn } = state
      const hashed = pages.map(({ text, ...page }) => ({ text, page: { ...page, hash: longHash(text) } }))
      const newPages = hashed.flatMap(({ text, page: { hash } }) =>
        positions.has(hash) ? [] : [{ hash, frame: framePage(text, hash) }],
      )
      const line = Buffer.from(`${JSON.stringify({ ...about, pages: hashed.map(({ page }) => page) })}\n`)
      const newBytes = newPages.reduce((sum, { frame }) => sum + frame.length, line.length)
      if (newBytes > state.bytes / 4) return false
      for (const { frame, hash } of newPages) if (!positions.has(hash)) putPage(state, frame, hash)
      const segment = openSegment(state)
      segment.entriesBytes += line.length
      segment.newestMs = state.now()
      for (const { page } of hashed) referredIn.set(page.hash, segment.name)
      state.write(segment.entries, line)
      expireSegments(state)
      return true
    },
    /** Removes what is too old. */
    expire: () => expireSegments(state),
    bytes: () => countBytes(state),
    close: () => closeSegment(state),
  }
}

function scanSegments({ folder, positions, referredIn, closed }: WriterState): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const { name, bytes, startedMs } of listSegments(folder)) {
    for (const [hash, position] of scanPages(folder, name)) positions.set(hash, position)
    let newestMs = startedMs
    for (const entry of readEntries(folder, name)) {
      newestMs = Math.max(newestMs, Date.parse(entry.at) || 0)
      for (const { hash } of entry.pages) referredIn.set(hash, name)
    }
    closed.push({ name, newestMs, bytes })
  }
}

function putPage(state: WriterState, frame: Buffer, hash: string): void {
  const segment = openSegment(state)
  const before = segment.pagesBytes
  segment.pagesBytes += frame.length
  state.write(segment.pages, frame)
  state.positions.set(hash, toPosition(segment.name, before, frame.length))
}

const countOpenBytes = ({ open }: WriterState) => (open ? open.pagesBytes + open.entriesBytes : 0)
const countBytes = (state: WriterState) =>
  state.closed.reduce((sum, { bytes }) => sum + bytes, countOpenBytes(state))

const isOldSegment = ({ now, days }: WriterState, { startedMs }: Open) =>
  now() - startedMs >= (days * dayMs) / segments

/** Names sort by start time; the end is unique to the server. */
const segmentName = (nowMs: number, end: string): string => `${String(nowMs).padStart(14, '0')}-${end}`

/** A process never appends to the segment of another one, whose end may be incomplete. */
function openSegment(state: WriterState): Open {
  const { folder, open, closed } = state
  const isFull = countOpenBytes(state) >= Math.floor(state.bytes / segments)
  if (open && !isFull && !isOldSegment(state, open)) return open
  closeSegment(state)
  const last = closed.at(-1)
  const startedMs = state.now()
  const name = segmentName(Math.max(startedMs, last ? Number.parseInt(last.name, 10) + 1 : 0), state.owner)
  const files = [pagesFile(folder, name), entriesFile(folder, name)].map((file) =>
    openSync(file, 'ax', 0o600),
  )
  const [pages = 0, entries = 0] = files
  state.open = { name, startedMs, newestMs: startedMs, pages, entries, pagesBytes: 0, entriesBytes: 0 }
  return state.open
}

function closeSegment(state: WriterState): void {
  const { open } = state
  if (!open) return
  closeSync(open.pages)
  closeSync(open.entries)
  state.closed.push({ name: open.name, newestMs: open.newestMs, bytes: countOpenBytes(state) })
  state.open = null
}

function expireSegments(state: WriterState): void {
  const { open, closed, now, days, bytes } = state
  if (open && isOldSegment(state, open)) closeSegment(state)
  while (closed[0] && now() - closed[0].newestMs > days * dayMs) dropOldest(state)
  while (closed.length > 0 && countBytes(state) > bytes) dropOldest(state)
}

/** Moves pages that younger lookups refer to, then removes the segment. */
function dropOldest(state: WriterState): void {
  const { folder, positions, referredIn } = state
  const oldest = state.closed.shift()
  if (!oldest) return
  for (const [hash, position] of scanPages(folder, oldest.name)) {
    const isHere = positions.get(hash)?.segment === oldest.name
    if (!isHere) continue
    if ((referredIn.get(hash) ?? '') > oldest.name) putPage(state, readFrame(folder, position), hash)
    else {
      positions.delete(hash)
      referredIn.delete(hash)
    }
  }
  removeSegment(folder, oldest.name)
}

const writeWhole = (file: number, content: Buffer): void => {
  for (let done = 0; done < content.length; ) done += writeSync(file, content, done)
}

/** A page as its file has it: the header and the compressed text. */
function framePage(text: string, hash: string): Buffer {
  const packed = deflateRawSync(text, { level: compressionLevel })
  const length = Buffer.alloc(4)
  length.writeUInt32LE(packed.length)
  return Buffer.concat([pageMagic, length, Buffer.from(hash, 'base64url'), packed])
}

function removeSegment(folder: string, segment: string): void {
  // Lookups first: they refer to the pages.
  rmSync(entriesFile(folder, segment), { force: true })
  rmSync(pagesFile(folder, segment), { force: true })
}
