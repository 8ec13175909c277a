// Which of the records that were read go to the archive, with their pages, and what of them may lie there.
import { hash } from 'node:crypto'
import type { Clock } from '@quarry/kit/clock'
import { LRUCache } from 'lru-cache'
import type { Archive, OfferedPage } from '../archive/archive.ts'
import { toPosted } from '../archive/entry.ts'
import { type PageHead, toPageHead } from '../upstream/fetched-page.ts'
import type { FoundRecord } from './find-record.ts'
import { redactedPage } from './redacted-page.ts'

/** How long a page may lie in the archive at most, with the part of a segment that goes at once. */
const longestSeconds = (days: number): number => days * 86_400 * 1.1

/** A replay reads each kind of lookup once: one that says the same again so soon tells it nothing. */
const repeatMs = 60_000
const maxRemembered = 10_000

export function createOfferToArchive(
  archive: Archive,
  days: number,
  clock: Clock,
): (found: FoundRecord) => void {
  const taken = new LRUCache<string, { print: string; atMs: number }>({ max: maxRemembered })

  function isRepeated(key: string, print: string): boolean {
    const last = taken.get(key)
    return last?.print === print && Math.abs(clock().getTime() - last.atMs) < repeatMs
  }

  function offer({ key, request, through, reading, body, pages }: FoundRecord, print: string): void {
    const { name, provider, site } = through
    const storable = pages.flatMap(({ url, asking, page }): OfferedPage[] => {
      const redacted = redactedPage(provider, page)
      if (!redacted) return []
      const posted = toPosted(asking)
      const head = withoutCookies(toPageHead(redacted))
      return [{ url, ...(posted === undefined ? {} : { posted }), head, pieces: redacted.pieces }]
    })
    // Without one of its pages a record could not be read again.
    if (storable.length < pages.length) return
    const now = clock()
    const isTaken = archive.offer({
      at: now.toISOString(),
      path: request.endpoint.path,
      provider: name,
      reader: provider.name,
      site: { template: site.template, domains: site.domains },
      query: request.query,
      form: reading.form,
      body,
      pages: storable,
    })
    if (isTaken) taken.set(key, { print, atMs: now.getTime() })
  }

  return (found) => {
    const { keepSeconds } = found.through
    if (!archive.isOn() || (keepSeconds !== null && keepSeconds < longestSeconds(days))) return
    if (!archive.hasRoom()) return
    const print = `${found.reading.form} ${hash('sha1', found.body, 'base64')}`
    if (isRepeated(found.key, print)) return
    // Later, because to redact a page is to read it.
    setImmediate(() => offer(found, print))
  }
}

/** A cookie is a secret between the site and us, and no reader's business. */
function withoutCookies({ headers, ...head }: PageHead): PageHead {
  if (headers === undefined) return head
  const { 'set-cookie': _cookie, ...rest } = headers
  return { ...head, headers: rest }
}
