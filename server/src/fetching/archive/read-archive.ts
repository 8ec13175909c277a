// Reads the archive, also while a server writes it: removed or incomplete entries are skipped. The archive is a folder of
// segments, each with a file of pages and a file of lookups. Both are append-only, and pages are written before the
// lookups that refer to them: after a crash only the end of a file may be incomplete.
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { tryOrNull } from '../../platform/lib/run.ts'
import { type Entry, longHash } from './entry.ts'

export type ArchiveReader = ReturnType<typeof readArchive>

export function readArchive(folder: string) {
  let positions: Map<string, PagePosition> | undefined
  const scan = () => new Map(listSegments(folder).flatMap(({ name }) => [...scanPages(folder, name)]))

  return {
    /** Oldest first. */
    entries: (): Entry[] => listSegments(folder).flatMap(({ name }) => readEntries(folder, name)),
    /** Null if the page was removed. */
    readText(hash: string): string | null {
      positions ??= scan()
      const position = positions.get(hash)
      const text = position ? readPageText(folder, position, hash) : null
      if (text !== null) return text
      // The page may have been moved to a younger segment since the last scan.
      positions = scan()
      const moved = positions.get(hash)
      return moved ? readPageText(folder, moved, hash) : null
    },
  }
}

/** A page in its file: where its compressed text begins, and how long that is. */
export type PagePosition = { segment: string; at: number; bytes: number }

type Segment = { name: string; startedMs: number; bytes: number }

export const pageMagic = Buffer.from('QPG1')
const hashBytes = 32
/** The header of a page: magic bytes, the length of the compressed text, the hash of the text. */
const headBytes = pageMagic.length + 4 + hashBytes
/** Bound on a decompressed page. */
const maxTextBytes = 16 * 1024 * 1024

export const pagesFile = (folder: string, segment: string): string => join(folder, `${segment}.pages`)
export const entriesFile = (folder: string, segment: string): string => join(folder, `${segment}.entries`)

/** Oldest first; none if the folder does not exist. */
export function listSegments(folder: string): Segment[] {
  const files = tryOrNull(() => readdirSync(folder)) ?? []
  const names = new Set(files.flatMap((file) => /^(\d{14}-\w+)\.(?:pages|entries)$/.exec(file)?.[1] ?? []))
  return [...names].sort().map((name) => ({
    name,
    startedMs: Number.parseInt(name, 10),
    bytes: countFileBytes(pagesFile(folder, name)) + countFileBytes(entriesFile(folder, name)),
  }))
}

function countFileBytes(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** The position of each page of a segment, up to the first incomplete one. */
export function scanPages(folder: string, segment: string): Map<string, PagePosition> {
  const positions = new Map<string, PagePosition>()
  const file = tryOrNull(() => openSync(pagesFile(folder, segment), 'r'))
  if (file === null) return positions
  try {
    const size = countFileBytes(pagesFile(folder, segment))
    const head = Buffer.alloc(headBytes)
    let at = 0
    while (at + headBytes <= size && readSync(file, head, 0, headBytes, at) === headBytes) {
      const bytes = head.readUInt32LE(pageMagic.length)
      if (!head.subarray(0, pageMagic.length).equals(pageMagic) || at + headBytes + bytes > size) break
      const hash = head.subarray(pageMagic.length + 4).toString('base64url')
      positions.set(hash, toPosition(segment, at, headBytes + bytes))
      at += headBytes + bytes
    }
  } finally {
    closeSync(file)
  }
  return positions
}

/** The position of a page whose frame starts at `at`. */
export const toPosition = (segment: string, at: number, frameBytes: number): PagePosition => ({
  segment,
  at: at + headBytes,
  bytes: frameBytes - headBytes,
})

/** The page with its header, to be copied to another segment. */
export const readFrame = (folder: string, { segment, at, bytes }: PagePosition): Buffer =>
  readBytes(pagesFile(folder, segment), at - headBytes, headBytes + bytes)

/** Null if the page was removed or is damaged. */
const readPageText = (folder: string, { segment, at, bytes }: PagePosition, hash: string) =>
  tryOrNull(() => {
    const packed = readBytes(pagesFile(folder, segment), at, bytes)
    const text = inflateRawSync(packed, { maxOutputLength: maxTextBytes }).toString('utf8')
    return longHash(text) === hash ? text : null
  })

function readBytes(path: string, at: number, bytes: number): Buffer {
  const file = openSync(path, 'r')
  try {
    const into = Buffer.alloc(bytes)
    if (readSync(file, into, 0, bytes, at) !== bytes) throw new Error(`${path} ends early`)
    return into
  } finally {
    closeSync(file)
  }
}

/** The lookups of a segment in order; damaged lines are skipped. */
export function readEntries(folder: string, segment: string): Entry[] {
  const text = tryOrNull(() => readFileSync(entriesFile(folder, segment), 'utf8')) ?? ''
  return text.split('\n').flatMap((line) => parseEntry(line) ?? [])
}

function parseEntry(line: string): Entry | null {
  const entry = tryOrNull(() => JSON.parse(line))
  return typeof entry?.path === 'string' && Array.isArray(entry.pages) ? entry : null
}
