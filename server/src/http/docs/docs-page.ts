// Renders the reference page at /docs from an OpenAPI document. Styles and scripts come from this server and nothing is
// inline, as the content security policy of the page requires.
import type { Pause } from '../../platform/lib/slices.ts'
import { answersHtml, errorsHtml, exampleHtml } from './docs-answers.ts'
import { type Json, type Operation, type Parameter, type Reference, readDocument } from './docs-document.ts'
import { formHtml } from './docs-form.ts'
import { copyButton, escapeHtml, prose } from './docs-html.ts'

export const languages = ['curl', 'TypeScript', 'Python'] as const
const styles = ['theme.css', 'layout.css', 'operation.css', 'code.css']
const modules = ['request.js', 'samples.js', 'highlight.js', 'copy.js', 'send.js', 'search.js']

/**
 * `downloads` is HTML; empty without packages. `pause` is awaited between sections, because the
 * whole page takes a tenth of a second.
 */
export async function renderDocsPage(document: Json, downloads = '', pause: Pause = () => undefined) {
  const reference = readDocument(document)
  const operations = reference.sections.flatMap((section) => section.operations)
  const isCommon = findCommon(operations)
  const sections: string[] = []
  for (const section of reference.sections) {
    await pause()
    sections.push(sectionHtml(section, reference, isCommon))
  }
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(reference.title)} API reference</title>
<link rel="icon" href="/docs/favicon.svg" type="image/svg+xml">
${styles.map((name) => `<link rel="stylesheet" href="/docs/${name}">`).join('\n')}
${modules.map((name) => `<link rel="modulepreload" href="/docs/${name}">`).join('\n')}
<script type="module" src="/docs/main.js"></script>
</head>
<body data-base="${escapeHtml(reference.base)}">
<a class="skip" href="#content">Skip to the reference</a>
${sidebar(reference, operations.length, downloads !== '')}
<main id="content" tabindex="-1">
${introduction(reference, operations)}
${downloads}
${sections.join('\n')}
<p id="nothing-found" class="quiet" hidden>No operation matches the search.</p>
</main>
</body>
</html>
`
}

const methodBadge = (method: string) => `<span class="method ${method.toLowerCase()}">${method}</span>`
const slug = (name: string) => `tag-${name.replace(/[^\w-]+/g, '-')}`

function sidebar({ title, version, sections }: Reference, count: number, hasDownloads: boolean): string {
  const groups = sections.map(
    ({ name, operations }) =>
      `<li data-group><a class="group" href="#${slug(name)}">${escapeHtml(name)}</a><ul>${operations
        .map(
          ({ id, method, summary, path }) =>
            `<li data-operation="${escapeHtml(id)}"><a href="#${escapeHtml(id)}" title="${escapeHtml(path)}"><span class="name">${escapeHtml(summary)}</span>${methodBadge(method)}</a></li>`,
        )
        .join('')}</ul></li>`,
  )
  return `<header class="side">
<div class="brand"><a class="home" href="#top-of-page"><img src="/docs/favicon.svg" alt="" width="24" height="24"> ${escapeHtml(title)}</a> <span class="quiet">${escapeHtml(version)}</span>
<button type="button" id="menu" aria-expanded="false" aria-controls="operations">Menu</button></div>
<div class="tools"><label class="field">Search <kbd>/</kbd><input id="search" type="search" autocomplete="off" spellcheck="false" aria-describedby="found"></label>
<p id="found" class="quiet" role="status">${count} operations</p>
<label class="field">Your key<input id="key" type="password" autocomplete="off" spellcheck="false" aria-describedby="key-note"></label>
<p id="key-note" class="quiet">Used for calls from this page, never stored.</p></div>
<nav id="operations" aria-label="Operations"><ul><li><a class="group" href="#top-of-page">Introduction</a></li><li><a class="group" href="#errors">Errors</a></li>${hasDownloads ? '<li><a class="group" href="#downloads">Downloads</a></li>' : ''}${groups.join('')}</ul></nav>
</header>`
}

function introduction({ description }: Reference, operations: Operation[]): string {
  const auth = operations.find((operation) => operation.auth)?.auth
  return `<h1 id="top-of-page">API reference</h1>
<section class="introduction" aria-label="Introduction">
<p class="lead">${prose(description)}</p>
${auth ? `<p>Send your key in the <code>${escapeHtml(auth.header)}</code> header. The samples read it from the variable <code>${auth.variable}</code>, which keeps it out of your code.</p>` : ''}
<p>OpenAPI document: <a href="/openapi.json">/openapi.json</a>. Health of the endpoints: <a href="/status.json">/status.json</a>.</p>
</section>
<section class="introduction" id="errors" aria-labelledby="errors-title">
<h2 id="errors-title">Errors</h2>
<p>The body of an error is <code>{"error": "…"}</code>. The header <code>x-error-reason</code> has a stable code for programs.</p>
<p>With <code>Accept: application/problem+json</code> an error is sent as problem details (RFC 9457). They have <code>type</code>, <code>title</code>, <code>status</code>, <code>detail</code>, <code>reason</code>, <code>request_id</code> and, for a wrong parameter, <code>parameter</code>.</p>
${errorsHtml(operations)}
</section>`
}

/** A parameter that is identical in more than a quarter of all operations is a common option of the API. */
function findCommon(operations: readonly Operation[]): (parameter: Parameter) => boolean {
  const counts = new Map<string, number>()
  const identity = (parameter: Parameter) => JSON.stringify(parameter)
  for (const parameter of operations.flatMap(({ parameters }) => parameters))
    counts.set(identity(parameter), (counts.get(identity(parameter)) ?? 0) + 1)
  return (parameter) =>
    parameter.place !== 'path' && (counts.get(identity(parameter)) ?? 0) > operations.length / 4
}

function sectionHtml(
  { name, description, operations }: Reference['sections'][number],
  { resolve }: Reference,
  isCommon: (parameter: Parameter) => boolean,
): string {
  const articles = operations.map((operation) => {
    const { id, method, path, summary } = operation
    return `<article id="${escapeHtml(id)}" class="operation" aria-labelledby="${escapeHtml(id)}-title" data-search="${escapeHtml(searchText(operation, name))}">
<div class="about"><h3 id="${escapeHtml(id)}-title"><a href="#${escapeHtml(id)}">${escapeHtml(summary)}</a></h3>
<p class="route">${methodBadge(method)} <code>${escapeHtml(path).replaceAll('/', '<wbr>/')}</code></p>
<p class="badges">${badges(operation)}</p>
<p>${prose(operation.description)}</p>
${formHtml(operation, resolve, isCommon)}</div>
<div class="run">${sampleCard(operation)}<div class="card live" hidden></div>${exampleHtml(operation, resolve)}</div>
<div class="answers">${answersHtml(operation, resolve)}</div>
</article>`
  })
  return `<section class="group" aria-labelledby="${slug(name)}"><h2 id="${slug(name)}">${escapeHtml(name)}</h2><p class="lead">${prose(description)}</p>
${articles.join('\n')}</section>`
}

const searchText = ({ id, method, path, summary, description, parameters }: Operation, tag: string) =>
  [id, method, path, tag, summary, description, ...parameters.map(({ name }) => name)].join(' ').toLowerCase()

function badges({ credits, status, isDeprecated }: Operation): string {
  const price = credits === 0 ? 'free' : `${credits} credit${credits === 1 ? '' : 's'}`
  return [
    ...(credits === null ? [] : [`<span class="badge">${price}</span>`]),
    ...(status === null ? [] : [`<span class="badge ${escapeHtml(status)}">${escapeHtml(status)}</span>`]),
    ...(isDeprecated ? ['<span class="badge degraded">deprecated</span>'] : []),
  ].join(' ')
}

/** Without code: the script writes the samples from the form, so they always match the request. */
function sampleCard({ id }: Operation): string {
  const safeId = escapeHtml(id)
  const tabs = languages.map(
    (language, index) =>
      `<button type="button" role="tab" id="${safeId}-tab-${index}" aria-controls="${safeId}-sample" aria-selected="${index === 0}" tabindex="${index === 0 ? 0 : -1}">${language}</button>`,
  )
  return `<div class="card sample"><div class="card-head"><div role="tablist" aria-label="Language of the sample">${tabs.join('')}</div>${copyButton(`the sample of ${id}`)}</div>
<pre id="${safeId}-sample" role="tabpanel" tabindex="0" aria-labelledby="${safeId}-tab-0"><code></code></pre>
<div class="card-foot"><p class="problem" role="alert"></p><button type="submit" class="send" form="${safeId}-form">Send<span class="unseen"> ${safeId}</span></button></div></div>`
}
