// Pages that are slow to read, for bench/hostile-load.ts: one piece, repeated to any length between a beginning and an
// end. Beginnings and pieces are what the readers of the sources look for.

type SlowPage = { name: string; of: (chars: number) => string }

/** Characters: just below the limit of small pages, two larger sizes, and just below the maximum. */
export const pageSizes = [65_000, 250_000, 1_040_000, 9_900_000]

const repeat = (before: string, piece: string, after = ''): SlowPage => ({
  name: JSON.stringify(before + piece + after).slice(0, 70),
  of: (chars) => before + piece.repeat(Math.floor(chars / piece.length)) + after,
})

const nextData = '<script id="__NEXT_DATA__" type="application/json">'
const end = '</script>'

/** The smallest entry of each list endpoint, repeated: short on the page, long in the record. */
const lists = [
  '{"total":9,"max_pages":9,"ads":[|{"list_id":1,"subject":"a"},',
  '{"events":{"pagination":{"page_count":9},"results":[|{"id":"1","name":"a"},',
  '{"count":9,"entities":[|{"uuid":"u","properties":{"identifier":{"uuid":"u","value":"v"}}},',
  '{"results":[|{"url":"https://a.example","title":"a"},',
  '{"results":{"edges":[|{"node":{"id":"1","title":"a"}},',
  '{"data":{"productsList":[|{"slug":"a-b","title":"a"},',
  '[|{"name":"a","domain":"a.example"},',
].map((list) => list.split('|') as [string, string])
const closing = (before: string) =>
  [...before.matchAll(/[[{]/g)]
    .map(([mark]) => (mark === '{' ? '}' : ']'))
    .reverse()
    .join('')

export const slowPages: SlowPage[] = [
  ...['<', '<a ', '</p>', '<p>', '<b><i></b>', '&amp;', '&#', '<!---->', '<script></script>'].map((piece) =>
    repeat('<h1>a</h1>', piece),
  ),
  ...['<script>__SERVER_DAT</script>', '<script>S={"</script>', '<meta property=og:a content=b>'].map(
    (piece) => repeat('<i>__SERVER_DATA__ __UFRN_LIFECYCLE_SERVERREQUEST__</i>', piece),
  ),
  repeat('<script type=application/ld+json>[', '{"@type":"Product","name":"a"},', `0]${end}`),
  repeat('<script type=application/ld+json>[', '{"@type":"Event","name":"a"},', `0]${end}`),
  repeat('<script type=application/ld+json>[', '{"__proto__":[]},', `0]${end}`),
  repeat('', '<script type=application/ld+json>{/*</script>'),
  // Slow to decode.
  repeat('<h1>a</h1>', 'é<p>'),
  repeat('<meta charset=iso-2022-jp><h1>a</h1>', 'é漢'),
  repeat('<script type=application/ld+json>', '{"a":<', end),
  repeat('<script id=ng-state>', '&q;', end),
  repeat(`<script>window["__UFRN_LIFECYCLE_SERVERREQUEST__"]=JSON.parse('`, '\\x41', `')${end}`),
  repeat('<script>window["__UFRN_LIFECYCLE_SERVERREQUEST__"]=JSON.parse("', '\\u0041', `")${end}`),
  repeat('<div id=rso>', '<div class=tF2Cxc><h3>a</h3><a href=https://a.example>'),
  repeat('<div id=product-features>', '<div><h5>Description</h5><p>a</p>'),
  repeat('<ul data-ref="srp.results">', '<li><a data-testid="supplier-name-link">a</a>'),
  repeat('<rss version="2.0"><channel>', '<item><title>a</title><link>https://a.example</link></item>'),
  repeat('<rss version="2.0"><channel><item><description>', '&lt;b&gt;'),
  ...lists.flatMap(([before, item]) => {
    const tail = `{}${closing(before)}`
    return [
      repeat(before, item, tail),
      repeat(`${nextData}{"props":{"pageProps":{"searchData":${before}`, item, `${tail}}}}${end}`),
      repeat(`<script>window.__SERVER_DATA__={"search_data":${before}`, item, `${tail}}${end}`),
    ]
  }),
]
