// The reference page at /docs: one static HTML page written from the OpenAPI document, with a style sheet and a
// small script of our own. Nothing is loaded from elsewhere, and its content policy says so.

type Json = Record<string, unknown>
type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  'x-credits': number
  'x-status': string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { example?: unknown; schema: Json }> }
  responses: Record<string, { content?: Record<string, { schema: Json }> }>
}
type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Json
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

export function docsPage(document: Json): string {
  const paths = document.paths as Record<string, Record<string, Operation>>
  const operations = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  )
  const tags = document.tags as { name: string; description: string }[]
  const info = document.info as { version: string; description: string }
  const sections = tags.map((tag) => ({
    tag,
    operations: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quarry API reference</title>
<link rel="stylesheet" href="/docs/style.css">
<script src="/docs/try.js" defer></script>
</head>
<body>
<nav aria-label="Endpoints">
<p class="brand">Quarry <small>${escapeHtml(info.version)}</small></p>
${sections.map(({ tag, operations: own }) => `<h2>${escapeHtml(tag.name)}</h2><ul>${own.map((one) => `<li><a href="#${id(one)}"><b>${one.method}</b> ${escapeHtml(one.path)}</a></li>`).join('')}</ul>`).join('\n')}
</nav>
<main>
<h1>API reference</h1>
<p>${markdownCode(info.description)}</p>
<p>Send your key in the <code>x-api-key</code> header. The machine-readable form of this page is <a href="/openapi.json">/openapi.json</a>; measured health is at <a href="/status.json">/status.json</a>.</p>
<p><label>Key for trying calls here <input id="key" type="password" autocomplete="off" placeholder="qry_…"></label> It stays in this page.</p>
${sections.map(({ tag, operations: own }) => `<section><h2>${escapeHtml(tag.name)}</h2><p>${escapeHtml(tag.description)}</p>${own.map(operationHtml).join('\n')}</section>`).join('\n')}
</main>
</body>
</html>
`
}

type Listed = { path: string; method: string; operation: Operation }
const id = ({ operation }: Listed) => escapeHtml(operation.operationId)

function operationHtml(listed: Listed): string {
  const { path, method, operation } = listed
  const parameters = operation.parameters ?? []
  const body = operation.requestBody?.content['application/json']
  const record = operation.responses['200']?.content?.['application/json']?.schema
  return `<article id="${id(listed)}">
<h3><b>${method}</b> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation.summary)}: ${markdownCode(operation.description)}</p>
<p><span class="tag">${operation['x-credits']} credit${operation['x-credits'] === 1 ? '' : 's'}</span> <span class="tag ${escapeHtml(operation['x-status'])}">${escapeHtml(operation['x-status'])}</span></p>
${parameters.length > 0 ? table(['Parameter', 'Type', 'Meaning', 'Example'], parameters.map(parameterRow)) : ''}
${body ? `<h4>Body</h4>${table(['Field', 'Type', 'Meaning'], fieldRows(body.schema, ''))}` : ''}
<form data-method="${method}" data-path="${escapeHtml(path)}">${tryFields(parameters, body?.example)}<button>Try it</button></form><pre class="answer" hidden></pre>
${record ? `<details><summary>Record</summary>${table(['Field', 'Type', 'Example'], recordRows(record, ''))}</details>` : ''}
</article>`
}

const tryFields = (parameters: readonly Parameter[], body: unknown) =>
  parameters
    .map(
      ({ name, example }) =>
        `<label>${escapeHtml(name)} <input name="${escapeHtml(name)}" value="${example === undefined || example === false || example === 0 ? '' : escapeHtml(String(example))}"></label>`,
    )
    .join('') +
  (body === undefined
    ? ''
    : `<label>body <textarea name="" rows="6">${escapeHtml(JSON.stringify(body, null, 2))}</textarea></label>`)

const parameterRow = ({ name, required, description, schema, example, examples }: Parameter) => [
  `<code>${escapeHtml(name)}</code>${required ? ' <em>required</em>' : ''}`,
  escapeHtml(typeText(schema)),
  markdownCode(description ?? ''),
  `<code>${escapeHtml(JSON.stringify(example ?? examples?.alternative?.value ?? ''))}</code>`,
]

const fieldRows = (schema: Json, prefix: string): string[][] =>
  Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([name, field]) => [
    `<code>${escapeHtml(prefix + name)}</code>${((schema.required ?? []) as string[]).includes(name) ? ' <em>required</em>' : ''}`,
    escapeHtml(typeText(field)),
    markdownCode(String(field.description ?? '')),
  ])

function recordRows(schema: Json, prefix: string): string[][] {
  if (isType(schema, 'array')) return recordRows(schema.items as Json, `${prefix}[]`)
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  return properties.flatMap(([name, field]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    const examples = (field.examples ?? []) as unknown[]
    const row = [
      `<code>${escapeHtml(path)}</code>`,
      escapeHtml(typeText(field)),
      examples.length > 0 ? `<code>${escapeHtml(JSON.stringify(examples[0]))}</code>` : '',
    ]
    return [row, ...recordRows(field, path)]
  })
}

const isType = (schema: Json, type: string) =>
  schema.type === type || (Array.isArray(schema.type) && schema.type.includes(type))

function typeText(schema: Json): string {
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type ?? 'any')
  const values = Array.isArray(schema.enum)
    ? `: ${schema.enum.filter((value) => value !== null).join(', ')}`
    : ''
  const bounds =
    schema.minimum !== undefined && schema.maximum !== undefined
      ? ` ${schema.minimum} to ${schema.maximum}`
      : ''
  const fallback = schema.default === undefined ? '' : `, default ${JSON.stringify(schema.default)}`
  return type + values + bounds + fallback
}

const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  `<div class="wide"><table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table></div>`

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark)
const markdownCode = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
