// The page of bench/lookup: a server-rendered event page of 120 kB, half of it navigation and markup, half embedded
// JSON state, with accented text. It is generated and the same in each run.

const words =
  'anvil bleu concert marché rivière stone lumière papier garden hiver musique engine harbour fenêtre bridge soirée'.split(
    ' ',
  )

const pageChars = 120_000
const stateChars = 60_000

/** A seeded random generator, so that every run reads the same pages. */
function createWordPicker(seed: number): (count: number) => string {
  let state = seed + 1
  return (count) =>
    Array.from({ length: count }, () => {
      state = (state * 48_271) % 2_147_483_647
      return `${words[state % words.length]}${state % 97 === 0 ? state : ''}`
    }).join(' ')
}

function repeatTo(chars: number, piece: (n: number) => string): string {
  const pieces: string[] = []
  let length = 0
  for (let n = 0; length < chars; n += 1) {
    const next = piece(n)
    pieces.push(next)
    length += next.length
  }
  return pieces.join('')
}

function buildState(id: string, choose: (count: number) => string): string {
  const moment = (day: number, hour: number) => ({
    timezone: 'Europe/Paris',
    local: `2027-03-${day}T${hour}:30:00`,
    utc: `2027-03-${day}T${hour - 1}:30:00Z`,
  })
  const related = repeatTo(stateChars, (n) =>
    JSON.stringify({
      id: String(1_000_000 + n),
      name: choose(5),
      summary: choose(16),
      image: { url: `https://img.shop.example/${n}.jpg`, width: 940, height: 470, edge: '#a2b3c4' },
      ticketAvailability: { isSoldOut: n % 3 === 0, minimumPrice: { currency: 'EUR', value: n * 150 } },
      tags: [choose(1), choose(1), choose(1)],
    }).concat(','),
  )
  const context = {
    basicInfo: {
      id,
      name: `Soirée ${choose(3)}`,
      summary: choose(20),
      url: `https://fr.shop.example/e/soiree-${id}`,
      locale: 'fr_FR',
      status: 'live',
      currency: 'EUR',
      isFree: false,
      isListed: true,
      isOnline: false,
      isSeries: false,
      eventDurationSeconds: 7200,
      startDate: moment(12, 19),
      endDate: moment(12, 21),
      organizer: { id: '77001', name: choose(2), url: 'https://fr.shop.example/o/77001', verified: true },
      venue: {
        id: '555',
        name: choose(2),
        address: {
          localizedMultiLineAddressDisplay: ['3 rue du Pont', '35000 Rennes'],
          latitude: '48.1173',
          longitude: '-1.6778',
          region: 'Bretagne',
          city: 'Rennes',
          country: 'FR',
        },
      },
    },
    gallery: { images: [{ url: 'https://img.shop.example/a.jpg' }] },
    structuredContent: { modules: [{ type: 'text', text: choose(120) }] },
  }
  const props = JSON.stringify({ pageProps: { context } }).slice(0, -2)
  return `{"props":${props},"related":[${related.slice(0, -1)}]}},"page":"/e/[slug]","buildId":"b7"}`
}

export function eventPage(id: string): string {
  const choose = createWordPicker(Number(id) % 1_000_003)
  const state = buildState(id, choose)
  const rest = pageChars - state.length
  const style = repeatTo(rest * 0.2, (n) => `.c${n}{margin:${n % 40}px;color:#a1b2c3}`)
  const script = repeatTo(
    rest * 0.3,
    (n) => `function f${n}(a,b){if(a<b){return "${choose(4)}"}return a&&b};`,
  )
  const cards = repeatTo(
    rest * 0.45,
    (n) =>
      `<div class="card"><a href="/c/${n}" data-track="nav ${n}"><img src="/i/${n}.jpg" alt="${choose(3)}"></a><p>${choose(9)} &amp; ${choose(3)}</p></div>`,
  )
  return `<!DOCTYPE html><html lang="fr"><head><meta charset="utf-8"><title>${choose(4)}</title><meta name="description" content="${choose(9)}"><style>${style}</style><script>${script}</script></head><body><main id="root">${cards}</main><script id="__NEXT_DATA__" type="application/json">${state}</script><script src="/app.js" async></script></body></html>`
}
