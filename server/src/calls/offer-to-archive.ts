// Which of the records that were read go to the archive, with their pages, and what of them may lie there.
import type { Archive, OfferedPage } from '../archive/archive.ts'
import { postedOf } from '../archive/entry.ts'
import type { Clock } from '../lib/clock.ts'
import { headOf, type PageHead } from '../upstream/sent-page.ts'
import type { FoundRecord } from './find-record.ts'
import { redactedPage } from './redacted-page.ts'

/** How long a page may lie in the archive at most, with the part of a segment that goes at once. */
const longestSeconds = (days: number): number => days * 86_400 * 1.1

export function createOfferToArchive(
  archive: Archive,
  days: number,
  clock: Clock,
): (found: FoundRecord) => void {
  function offer({ wanted, through, reading, body, pages }: FoundRecord): void {
    const { name, provider, site } = through
    const storable = pages.flatMap(({ url, asking, page }): OfferedPage[] => {
      const redacted = redactedPage(provider, page)
      if (!redacted) return []
      const posted = postedOf(asking)
      const head = withoutCookies(headOf(redacted))
      return [{ url, ...(posted === undefined ? {} : { posted }), head, pieces: redacted.pieces }]
    })
    // Without one of its pages a record could not be read again.
    if (storable.length < pages.length) return
    archive.offer({
      at: clock().toISOString(),
      path: wanted.endpoint.path,
      provider: name,
      reader: provider.name,
      site: { template: site.template, domains: site.domains },
      query: wanted.query,
      form: reading.form,
      body,
      pages: storable,
    })
  }

  return (found) => {
    const { keepSeconds } = found.through
    if (!archive.isOn() || (keepSeconds !== null && keepSeconds < longestSeconds(days))) return
    // Later, because to redact a page is to read it.
    setImmediate(() => offer(found))
  }
}

/** A cookie is a secret between the site and us, and no reader's business. */
function withoutCookies({ headers, ...head }: PageHead): PageHead {
  if (headers === undefined) return head
  const { 'set-cookie': _cookie, ...rest } = headers
  return { ...head, headers: rest }
}
