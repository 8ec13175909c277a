// Renders a subject as a page in one of the forms that sites publish.
import type { Node, Subject } from './facts.ts'

type Render = (subject: Subject, url: string) => { head: string; body: string }

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const script = (data: unknown): string =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

const property = ([name, content]: readonly [string, string]): string =>
  `<meta property="${name}" content="${escapeHtml(content)}">`
const meta = ([name, content]: readonly [string, string]): string =>
  `<meta name="${name}" content="${escapeHtml(content)}">`

const openGraph = ({ title, description, image, site, properties }: Subject, url: string): string =>
  [
    ['og:title', title] as const,
    ['og:description', description] as const,
    ['og:image', image] as const,
    ['og:site_name', site] as const,
    ['og:url', url] as const,
    ['og:locale', 'en_GB'] as const,
    ...properties,
  ]
    .map(property)
    .join('\n')

const metaTags = ({ description, metas }: Subject): string =>
  [['description', description] as const, ...metas].map(meta).join('\n')

/** The same node in markup: each property as an element of its own. */
function toMicrodata(node: Node, name = ''): string {
  const own = name === '' ? '' : ` itemprop="${name}"`
  const inner = Object.entries(node)
    .filter(([key]) => key !== '@type')
    .flatMap(([key, value]) => [value].flat().map((one) => toElement(key, one as string | number | Node)))
  return `<div${own} itemscope itemtype="https://schema.org/${node['@type']}">${inner.join('\n')}</div>`
}

function toElement(name: string, value: string | number | Node): string {
  if (typeof value === 'object') return toMicrodata(value, name)
  const text = escapeHtml(String(value))
  if (/^https:\/\/schema\.org\//.test(text)) return `<link itemprop="${name}" href="${text}">`
  if (/^https:/.test(text)) return `<img itemprop="${name}" src="${text}" alt="">`
  if (/^(?:\d{4}-|PT)/.test(text)) return `<meta itemprop="${name}" content="${text}">`
  return `<span itemprop="${name}">${text}</span>`
}

const nothing = { head: '', body: '' }

export const forms: Readonly<Record<string, Render>> = {
  'json-ld': ({ node }) => ({ ...nothing, head: script({ '@context': 'https://schema.org', ...node }) }),
  graph: ({ node, site }, url) => ({
    ...nothing,
    head: script({
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'WebSite', '@id': `${url}#site`, name: site },
        { '@type': 'WebPage', '@id': url, isPartOf: { '@id': `${url}#site` } },
        { ...node, mainEntityOfPage: { '@id': url } },
      ],
    }),
  }),
  microdata: ({ node }) => ({ ...nothing, body: toMicrodata(node) }),
  'open-graph': (subject, url) => ({ ...nothing, head: openGraph(subject, url) }),
  meta: (subject) => ({ ...nothing, head: metaTags(subject) }),
  mixed: (subject, url) => ({
    head: `${openGraph(subject, url)}\n${metaTags(subject)}\n${script({ '@context': 'https://schema.org', ...subject.node })}`,
    body: '',
  }),
  // A comment, a trailing comma and a block that is no JSON, as pages have them.
  broken: (subject, url) => ({
    head: `<script type="application/ld+json">{"@type": "Article", "headline": </script>
${script({ '@context': 'https://schema.org', ...subject.node })
  .replace('{', '{ /* made by hand */ ')
  .replace(/\}<\/script>$/, ',}</script>')}
${openGraph(subject, url)}`,
    body: '',
  }),
}

export function renderPage(subject: Subject, form: string, url: string): string {
  const { head, body } = forms[form]?.(subject, url) ?? nothing
  const { title, site, paragraphs, kind } = subject
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)} | ${escapeHtml(site)}</title>
<link rel="canonical" href="${url}">
<link rel="alternate" type="application/rss+xml" title="${escapeHtml(site)}" href="/feed.xml">
<link rel="icon" sizes="64x64" href="/icon.png">
${head}
</head>
<body>
<nav><a href="/">Front page</a> <a href="/about">About us</a> <a href="/contact">Contact</a></nav>
<${kind === 'article' ? 'article' : 'main'}>
<h1>${escapeHtml(title)}</h1>
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
${body}
</${kind === 'article' ? 'article' : 'main'}>
<div class="related"><ul><li><a href="/article/meta-2">More reports from the coast</a></li><li><a href="/article/meta-3">Last week in pictures</a></li></ul></div>
<footer><p>All pages of this site are invented.</p></footer>
</body>
</html>`
}
