// Chooses which found records go to the archive with their pages, and removes what must not be stored.
import { hash } from 'node:crypto'
import type { Clock } from '@quarry/kit/clock'
import { LRUCache } from 'lru-cache'
import type { Archive, OfferedPage } from '../../fetching/archive/archive.ts'
import { toPosted } from '../../fetching/archive/entry.ts'
import { type PageHead, toPageHead } from '../../fetching/fetched-page.ts'
import type { FoundRecord } from '../fetch-record.ts'
import { redactPage } from './redact-page.ts'

/** The longest time that a page is archived: the archive removes whole segments. */
const toMaxSeconds = (days: number): number => days * 86_400 * 1.1

/** `quarry replay` reads each kind of lookup once: the same record again within this time adds nothing. */
const repeatMs = 60_000
const maxRemembered = 10_000

type ArchiveTime = { clock: Clock; nowMs: () => number }

export function createOfferToArchive(archive: Archive, days: number, { clock, nowMs }: ArchiveTime) {
  const remembered = new LRUCache<string, { print: string; atMs: number }>({ max: maxRemembered })
  return (found: FoundRecord): void => {
    const { retentionSeconds } = found.provider
    if (!archive.isOn() || (retentionSeconds !== null && retentionSeconds < toMaxSeconds(days))) return
    if (!archive.hasRoom()) return
    const print = `${found.reading.form} ${hash('sha1', found.body, 'base64')}`
    const last = remembered.get(found.key)
    if (last?.print === print && nowMs() - last.atMs < repeatMs) return
    // In a later iteration of the event loop, because redacting a page decodes it.
    setImmediate(() => {
      if (offerRecord(archive, found, clock())) remembered.set(found.key, { print, atMs: nowMs() })
    })
  }
}

function offerRecord(archive: Archive, found: FoundRecord, now: Date): boolean {
  const { request, provider, reading, body, pages } = found
  const { name, definition, site } = provider
  const storable = pages.flatMap(({ url, options, page }): OfferedPage[] => {
    const redacted = redactPage(definition, page)
    if (!redacted) return []
    const posted = toPosted(options)
    const head = removeCookies(toPageHead(redacted))
    return [{ url, ...(posted === undefined ? {} : { posted }), head, pieces: redacted.pieces }]
  })
  // Without one of its pages a record could not be read again.
  if (storable.length < pages.length) return false
  return archive.offer({
    at: now.toISOString(),
    path: request.endpoint.path,
    provider: name,
    reader: definition.name,
    site: { template: site.template, domains: site.domains },
    query: request.query,
    form: reading.form,
    body,
    pages: storable,
  })
}

/** Cookies are secrets, and no reader needs them. */
function removeCookies({ headers, ...head }: PageHead): PageHead {
  if (headers === undefined) return head
  const { 'set-cookie': _cookie, ...rest } = headers
  return { ...head, headers: rest }
}
