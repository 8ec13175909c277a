// The ids of an event and its speakers, in the shapes in which linked data has them.
import { expect, test } from 'vitest'
import { eventSite } from './providers/event-site.ts'

const address = 'https://www.startupdb.example/event/kelp-week'
const eventUuid = 'eeee0000-1111-4222-8333-444455556666'
test.each([
  ['a text', { identifier: eventUuid }, eventUuid],
  ['a property', { identifier: [{ value: 17 }, { value: eventUuid.toUpperCase() }] }, eventUuid],
  ['a URN', { '@id': `urn:uuid:${eventUuid}` }, eventUuid],
  ['an address', { '@id': `https://www.startupdb.example/event/${eventUuid}` }, eventUuid],
  ['no UUID', { identifier: 'kelp-week', '@id': 'https://www.startupdb.example/event/kelp-week' }, null],
])('the id of an event is read from linked data that has it as %s', (_, more, uuid) => {
  const speaker = { '@type': 'Person', name: 'Ines Roth', ...more }
  const node = { '@type': 'Event', name: 'Kelp Week', performer: speaker, ...more }
  const body = `<h1>X</h1><script type="application/ld+json">${JSON.stringify(node)}</script>`
  const page = { url: address, status: 200, contentType: 'text/html', body }
  expect(eventSite.extract(page, { permalink: 'kelp-week' })).toMatchObject({
    record: { uuid, speakers: [{ uuid }] },
  })
})
