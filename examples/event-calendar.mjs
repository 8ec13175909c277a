// Writes the coming events for a keyword as a calendar file: `node event-calendar.mjs jazz fr > jazz.ics`.
// Reads one page of results and adds an entry for each event that has a start date.
import { Quarry } from '@quarry/sdk'

const { QUARRY_KEY: key, QUARRY_URL: baseUrl } = process.env

/** RFC 5545 wants commas, semicolons, backslashes and line breaks escaped. */
const escapeText = (text) =>
  text.replaceAll(/[\\;,]/g, (character) => `\\${character}`).replaceAll(/\r?\n/g, '\\n')

/** RFC 5545 wants lines of at most 75 bytes; a continued line starts with a space. */
function foldLine(line) {
  const lines = ['']
  for (const character of line) {
    const last = lines.length - 1
    if (Buffer.byteLength(lines[last] + character) > 74) lines.push(` ${character}`)
    else lines[last] += character
  }
  return lines.join('\r\n')
}

const toCompact = (text) => text.replaceAll(/[-:]/g, '')

function toEntry({ event_id: id, name, start_date: day, start_time: time, url, venue }) {
  if (!day) return []
  return [
    'BEGIN:VEVENT',
    `UID:${id}@quarry.example`,
    `DTSTAMP:${toCompact(new Date().toISOString().slice(0, 19))}Z`,
    time ? `DTSTART:${toCompact(`${day}T${time.padEnd(8, ':00')}`)}` : `DTSTART;VALUE=DATE:${toCompact(day)}`,
    `SUMMARY:${escapeText(name)}`,
    ...(venue?.name ? [`LOCATION:${escapeText(venue.name)}`] : []),
    ...(url ? [`URL:${url}`] : []),
    'END:VEVENT',
  ]
}

async function main([query = 'jazz', domain = 'fr']) {
  if (!key) throw new Error('set QUARRY_KEY to your API key')
  const { data, meta } = await new Quarry({ key, baseUrl }).ticketing.search({ query, domain })
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Quarry//event-calendar//EN',
    ...data.results.flatMap(toEntry),
    'END:VCALENDAR',
  ]
  process.stdout.write(`${lines.map(foldLine).join('\r\n')}\r\n`)
  console.error(`${data.results.length} events, ${meta.creditsUsed} credit`)
}

main(process.argv.slice(2)).catch((error) => {
  console.error(`event-calendar: ${error.message}`)
  process.exitCode = 1
})
