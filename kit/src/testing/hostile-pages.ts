// Pages that keep a careless reader busy: one piece, repeated to any length between a beginning and an end. The pieces
// are beginnings of everything that scanners look for, and brackets, tags and quotes that never close.

type HostilePage = { name: string; build: (chars: number) => string }

/**
 * Texts that scanners search for. Half of such a text, repeated, makes a careless scanner start over again and again.
 */
const literals = [
  '<script',
  '</script>',
  '<script>__SERVER_DATA__={"',
  '<script id="__NEXT_DATA__" type="application/json">',
  '<script type="application/ld+json">{"@graph":[',
  '<script id="ng-state">&q;',
  'window["__UFRN_LIFECYCLE_SERVERREQUEST__"]=JSON.parse("',
  '<!--',
  '-->',
  '<style></style',
  '<meta property="og:title" content="',
  '<noscript><template><title><h1>',
  '<![CDATA[',
  '<?xml version="1.0"?><rss><channel><item><title>',
  '&amp;',
  '&CounterClockwiseContourIntegral;',
  '&#x1F600;',
  '"__proto__":',
  '"constructor":{"prototype":',
  '\\u005f\\"',
  '/* // */',
]

/** Whole pieces, closed or not, one after the other or one inside the other. */
const pieces = [
  '<',
  '<<a',
  '< ',
  '</',
  '<a',
  '<a ',
  '<a b=',
  '<a b="c" ',
  '<a b="',
  '<a b=\'<a b="',
  '<a></b>',
  '</p>',
  '<p>',
  '<b><i></b>',
  '<div>',
  '<li><a href="https://a.example/é">',
  '<table><tr><td>',
  '<select><option>',
  '<svg><title></svg>',
  '<script></script>',
  '<script>__SERVER_DAT</script>',
  '<script>__SERVER_DATA__</script>',
  '<script>S={}</script>',
  '<script>S={"</script>',
  "<script>S=JSON.parse('</script>",
  '<script>window.</script>',
  '<script id=S>{</script>',
  '<script id=a-state>&q;</script>',
  '<script type=application/ld+json>{/*</script>',
  '<script type=application/ld+json>[{}]</script>',
  '<!---->',
  '<!-- {',
  '<style></style>',
  '</script ',
  '<meta ',
  '<meta property=og:a content=&amp;>',
  '<html prefix="a: b ">',
  '<div itemscope itemprop=a itemref="x y" id=x>',
  '<div itemscope itemref="x y z"></div>',
  '<b itemprop=a>x</b>',
  '<em>x</em>',
  '<input type=password>',
  '<item><title>x</title><source url="https://é.example">',
  'S={} ',
  'S=[ ',
  '{"a":',
  '{},',
  '[],',
  '0,',
  '"a":1,',
  '[',
  '"',
  '\\',
  '\\"',
  "'",
  '`',
  '&',
  '&#',
  '&am',
  '&amp;',
  ' ',
  '\n',
  '\u00a0',
  'é',
  '𝒳',
  'aB',
  '1',
  '1,',
  '1.234 ',
  '%25',
  '%',
  ', 75011 Paris',
  'mon, ',
]

/** What surrounds the pieces: nothing, or the beginning and end of something that a scanner reads. */
const surroundings = {
  nothing: ['', ''],
  name: ['<script>S=0</script>__SERVER_DATA__<p>', '<script>S=1</script>'],
  assigned: ['<script>S={"a":"', '"}</script>'],
  linkedData: ['<script id=S type=application/ld+json>{"@graph":[', '0]}</script>'],
  state: ['<script id=app-state>[', '0]</script>'],
  json: ['[', '0]'],
  attribute: ['<div title="', '">'],
  item: ['<div itemscope id=x><p itemprop=a>', '</p></div>'],
  feed: ['<rss version="2.0"><channel><item><title>', '</title></item></channel></rss>'],
  link: ['https://a.example/', ''],
  host: ['https://', ''],
} as const satisfies Record<string, readonly [string, string]>

/** The name of what surrounds the pieces of hostile pages: `json` is `[` and `0]`. */
export type Surrounding = keyof typeof surroundings

/** Beginnings of a literal: the first half, all but the last character, the whole. */
const beginnings = (literal: string): string[] => [
  literal.slice(0, Math.ceil(literal.length / 2)),
  literal.slice(0, -1),
  literal,
]

const repeated = [...new Set([...literals.flatMap(beginnings), ...pieces])]

/** Opened for half of the page and closed for the other half. */
const nested = [
  ['<div>', '</div>'],
  ['<div itemscope itemprop=a>', '</div>'],
  ['<div itemscope>', '</div>'],
  ['<em>x', '</em>'],
  ['{"a":', '}'],
  ['[', ']'],
  ['<item>', '</item>'],
  ['<a:b c="d">', '</a:b>'],
] as const

/**
 * Pages of one piece each, repeated or nested, in that surrounding. `build` makes a page of about `chars`
 * characters, with four pieces or more.
 */
export function hostilePages(surrounding: Surrounding): HostilePage[] {
  const [before, after] = surroundings[surrounding]
  // Four at a time, so that quotes that are open at the end of a short page are also open at the end of a long one.
  const times = (chars: number, piece: string) => 4 * Math.max(1, Math.floor(chars / piece.length / 4))
  return [
    ...repeated.map((piece) => ({
      name: `${JSON.stringify(piece)} in ${surrounding}`,
      build: (chars: number) => before + piece.repeat(times(chars, piece)) + after,
    })),
    ...nested.map(([open, close]) => ({
      name: `${JSON.stringify(open)} nested in ${surrounding}`,
      build(chars: number) {
        const depth = times(chars, open + close)
        return before + open.repeat(depth) + close.repeat(depth) + after
      },
    })),
  ]
}
