// Runs a rival of bench/lookup: on `{ seconds, connections }` it looks up events on that many connections for that time
// and reports the number of records.

let next = 0
const firstId = 1_000_000_000_000

/** Returns a URL that was not requested before. */
export const nextAddress = (site) => `${site}/e/${firstId + next++}`

/** `lookUp(url)` returns a record. A record without a name is an error of the rival. */
export function serveRounds(lookUp) {
  const [site] = process.argv.slice(2)
  process.on('message', async ({ seconds, connections }) => {
    const endsAt = performance.now() + seconds * 1000
    let records = 0
    const loop = async () => {
      while (performance.now() < endsAt) {
        const record = await lookUp(nextAddress(site))
        if (!record.name || !record.event_id) throw new Error('a record without a name')
        records += 1
      }
    }
    await Promise.all(Array.from({ length: connections }, loop))
    process.send({ records })
  })
  process.send('ready')
}

/** The fields that all rivals return: an event as in Quarry, without derived fields. */
export function recordOf({ basicInfo: basic, gallery, structuredContent }) {
  const { venue, organizer } = basic
  return {
    url: basic.url,
    name: basic.name,
    locale: basic.locale,
    status: basic.status,
    summary: basic.summary,
    currency: basic.currency,
    timezone: basic.startDate.timezone,
    event_id: basic.id,
    description: structuredContent.modules.map(({ text }) => text).join('\n'),
    images: gallery.images.map(({ url }) => url),
    is_free: basic.isFree,
    is_online: basic.isOnline,
    start_date: basic.startDate.local,
    end_date: basic.endDate.local,
    duration_seconds: basic.eventDurationSeconds,
    venue: { id: venue.id, name: venue.name, ...venue.address },
    organizer,
  }
}
