// Renders pages of sandbox sites: a document with the filler and weight of a real one, and the ways in which real pages
// embed data in scripts. Data may contain `</script>`, quotes or line separators.
import { cutLines, makeClutter } from './filler.ts'

export type HtmlPage = {
  title: string
  /** Elements for the head: meta, links, islands. */
  head?: string
  body: string
  lang?: string
  /** The least size of the whole page. Real pages have 60 to 400. */
  weightKb?: number
  /** Selects the filler; usually the name of the site. */
  seed?: string
}

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

export function renderPage({ title, head = '', body, lang = 'en', weightKb = 60, seed = 'site' }: HtmlPage) {
  const { styles, scripts, header, footer } = makeClutter(seed)
  const content = title.length + head.length + body.length + header.length + footer.length
  const missing = Math.max(0, weightKb * 1024 - content)
  return `<!DOCTYPE html>
<html lang="${lang}" class="no-js">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.ico"><link rel="preload" href="/static/app.css" as="style">
<style>${cutLines(styles, missing * 0.3)}</style>
<script>${cutLines(scripts, missing * 0.4)}</script>
${head}
</head>
<body>
${header}
<main id="content">
${body}
</main>
${footer}
<script>${cutLines(scripts, missing * 0.3)}</script>
</body>
</html>
`
}

/** The first half of an island, as pages have it whose script was cut off. */
export const cutIsland = (island: string): string => `${island.slice(0, island.length >> 1)}</script>`

/** JSON that is safe inside a script element. */
const scriptJson = (data: unknown): string =>
  JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')

/** `<script id="…" type="application/json">{…}</script>` */
export const renderJsonIsland = (id: string, data: unknown): string =>
  `<script id="${id}" type="application/json">${scriptJson(data)}</script>`

/** The state of a Next.js page, as an island. */
export const renderNextData = (page: string, pageProps: unknown): string =>
  renderJsonIsland('__NEXT_DATA__', { props: { pageProps }, page })

/** `<script type="application/ld+json">{…}</script>` */
export const renderLinkedData = (data: object): string =>
  `<script type="application/ld+json">${scriptJson({ '@context': 'https://schema.org', ...data })}</script>`

/** `<script>window.NAME = {…};</script>` */
export const renderWindowVariable = (name: string, data: unknown): string =>
  `<script>window.${name} = ${scriptJson(data)};</script>`

/** `<script>window["NAME"]=JSON.parse("…");</script>`: the JSON's own text as a string literal. */
export const renderParsedJson = (name: string, data: unknown): string =>
  `<script>window["${name}"]=JSON.parse(${scriptJson(JSON.stringify(data))});</script>`

const angularEscapes: Readonly<Record<string, string>> = {
  '"': '&q;',
  '&': '&a;',
  "'": '&s;',
  '<': '&l;',
  '>': '&g;',
}

/** JSON in the older transfer-state escape (`&q;` for a quote …), to be put into a script element by the site. */
export const escapeAngularJson = (data: unknown): string =>
  JSON.stringify(data).replace(/["&'<>]/g, (character) => angularEscapes[character] ?? character)
