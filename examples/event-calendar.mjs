// The coming events of a keyword as a calendar: `node event-calendar.mjs jazz fr > jazz.ics`. One page of results, one
// entry for each event that says when it starts.
import { Quarry } from '@quarry/sdk'

const [query = 'jazz', domain = 'fr'] = process.argv.slice(2)
const quarry = new Quarry({ key: process.env.QUARRY_KEY, baseUrl: process.env.QUARRY_URL })
const { data, meta } = await quarry.ticketing.search({ query, domain })

/** As RFC 5545 wants texts: escaped, and folded at 75 bytes. */
const escaped = (text) => text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r?\n/g, '\\n')
function folded(line) {
  const lines = ['']
  for (const sign of line) {
    const last = lines.length - 1
    if (Buffer.byteLength(lines[last] + sign) > 74) lines.push(` ${sign}`)
    else lines[last] += sign
  }
  return lines.join('\r\n')
}
const compact = (text) => text.replaceAll(/[-:]/g, '')

const entries = data.results.flatMap((event) => {
  const { event_id: id, name, start_date: day, start_time: time, url, venue } = event
  if (!day) return []
  return [
    'BEGIN:VEVENT',
    `UID:${id}@quarry.example`,
    `DTSTAMP:${compact(new Date().toISOString().slice(0, 19))}Z`,
    time ? `DTSTART:${compact(`${day}T${time.padEnd(8, ':00')}`)}` : `DTSTART;VALUE=DATE:${compact(day)}`,
    `SUMMARY:${escaped(name)}`,
    ...(venue?.name ? [`LOCATION:${escaped(venue.name)}`] : []),
    ...(url ? [`URL:${url}`] : []),
    'END:VEVENT',
  ]
})
const lines = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Quarry//event-calendar//EN',
  ...entries,
  'END:VCALENDAR',
]
process.stdout.write(`${lines.map(folded).join('\r\n')}\r\n`)
console.error(`${data.results.length} events, ${meta.creditsUsed} credit`)
