// Generated pages for the extraction benchmark, as large and cluttered as real ones: navigation, inline scripts and
// styles around about 60 kB of state, or around a list of results.

const words =
  'anvil blue concert market river stone light paper garden winter music engine harbour window bridge'.split(
    ' ',
  )

/** A seeded random generator, so that every run reads the same pages. */
function createWordPicker(seed: number): (count: number) => string {
  let state = seed + 1
  return (count) =>
    Array.from({ length: count }, () => {
      state = (state * 48_271) % 2_147_483_647
      return words[state % words.length]
    }).join(' ')
}

function chrome(seed: number, content: string): string {
  const choose = createWordPicker(seed)
  const links = Array.from(
    { length: 400 },
    (_, i) =>
      `<li class="nav-item depth-${i % 4}"><a href="/c/${i}" data-track="nav ${i}"><span>${choose(2)}</span></a></li>`,
  )
  const cards = Array.from(
    { length: 250 },
    (_, i) =>
      `<div class="card"><div class="card-body"><img src="/i/${i}.jpg" alt="${choose(3)}"><p>${choose(12)} &amp; ${choose(3)}</p><button type="button" aria-label="save">Save</button></div></div>`,
  )
  const style = Array.from(
    { length: 300 },
    (_, i) => `.c${i}{margin:${i}px;color:#${(i * 4097).toString(16).padStart(6, '0')}}`,
  )
  const script = Array.from(
    { length: 300 },
    (_, i) => `function f${i}(a,b){if(a<b){return "${choose(4)}"}return a&&b}`,
  )
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${choose(4)}</title><style>${style.join('')}</style><script>${script.join(';')}</script></head><body><header><ul>${links.join('')}</ul></header><main>${content}</main><aside>${cards.join('')}</aside></body></html>`
}

export function islandPage(seed: number): string {
  const choose = createWordPicker(seed * 31)
  const items = Array.from({ length: 150 }, (_, i) => ({
    id: i,
    name: choose(4),
    description: choose(30),
    price: { amount: i * 1.5, currency: 'EUR' },
    tags: [choose(1), choose(1)],
    available: i % 2 === 0,
  }))
  const state = { props: { pageProps: { items, page: { current: seed, total: 9 } } }, buildId: choose(1) }
  return chrome(
    seed,
    `<div id="__next">${choose(40)}</div><script id="__NEXT_DATA__" type="application/json">${JSON.stringify(state)}</script>`,
  )
}

export function domPage(seed: number): string {
  const choose = createWordPicker(seed * 37)
  const results = Array.from(
    { length: 40 },
    (_, i) =>
      `<div class="result"><div><div><a href="https://r${i}.example/${seed}"><h3>${choose(5)}</h3><cite>r${i}.example</cite></a></div><p class="snippet">${choose(15)} <em>${choose(1)}</em> ${choose(10)} &amp; ${choose(3)}</p></div></div>`,
  )
  return chrome(seed, `<div id="results">${results.join('')}</div>`)
}
