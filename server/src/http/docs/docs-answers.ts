// Responses on the reference page: examples, the fields of a record, and errors, which each operation lists briefly and
// one section explains in full.
import { protocolReasons, Refusal, toStatus, toTitle } from '../../platform/errors.ts'
import type { Answer, Operation, Resolve } from './docs-document.ts'
import { describeEnum } from './docs-form.ts'
import { code, codeBlock, copyButton, escapeHtml, plainValue, prose, table } from './docs-html.ts'
import { buildExample, describeType, listFields, writeExample } from './docs-schema.ts'

const isError = ({ status }: Answer) => /^[45]/.test(status)
const isJson = ({ type }: { type: string }) => type === 'application/json'

export function answersHtml({ answers }: Operation, resolve: Resolve): string {
  const good = answers.filter((answer) => !isError(answer)).map((answer) => successHtml(answer, resolve))
  const errors = answers.filter(isError)
  const rows = errors.map(({ status, description }) => [
    `<a href="#error-${escapeHtml(status)}">${escapeHtml(status)}</a>`,
    prose(description),
  ])
  const folded =
    rows.length > 0
      ? `<details class="fold"><summary>Errors <span class="quiet">${errors.map(({ status }) => escapeHtml(status)).join(', ')}</span></summary>${table(['Status', 'Meaning'], rows)}</details>`
      : ''
  return `<h4>Responses</h4>${good.join('')}${folded}`
}

function successHtml({ status, description, media, headers }: Answer, resolve: Resolve): string {
  const schema = media.find(isJson)?.schema
  const fields = schema ? listFields(schema, resolve) : []
  const rows = fields.map((field) => [
    code(field.path),
    `<span class="type">${escapeHtml(describeType(field.schema, resolve))}</span>`,
    meaningHtml(field.schema),
  ])
  const headerRows = Object.entries(headers).map(([name, header]) => [
    code(name),
    prose(String(resolve(header).description ?? '')),
  ])
  const types = media.map(({ type }) => code(type)).join(', ')
  return `<p class="answer-line"><strong class="status ok">${escapeHtml(status)}</strong> ${prose(description)} ${types}</p>
${rows.length > 0 ? `<details class="fold"><summary>Fields <span class="quiet">${rows.length}</span></summary>${table(['Field', 'Type', 'Meaning'], rows, 'fields')}</details>` : ''}
${headerRows.length > 0 ? `<details class="fold"><summary>Headers <span class="quiet">${headerRows.length}</span></summary>${table(['Header', 'Meaning'], headerRows)}</details>` : ''}`
}

function meaningHtml(schema: Record<string, unknown>): string {
  const values = describeEnum(schema)
  const [example] = Array.isArray(schema.examples) ? schema.examples : []
  return [
    prose(String(schema.description ?? '')),
    ...values,
    ...(values.length === 0 && example !== undefined && example !== ''
      ? [`e.g. ${code(plainValue(example))}`]
      : []),
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** An example of the first successful response with content; empty if there is none. */
export function exampleHtml({ id, answers }: Operation, resolve: Resolve): string {
  const answer = answers.find(({ status, media }) => status.startsWith('2') && media.length > 0)
  const media = answer?.media.find(isJson) ?? answer?.media[0]
  if (!answer || !media) return ''
  const content = writeExample(media.type, media.examples[0]?.value ?? buildExample(media.schema, resolve))
  return `<div class="card example"><div class="card-head"><h4>Example response <span class="status ok">${escapeHtml(answer.status)}</span></h4>${copyButton(`the example response of ${id}`)}</div>${codeBlock(`Example response of ${id}`, content, 'json')}</div>`
}

/** All errors of all operations, by status; the named examples of a response are its reasons. */
export function errorsHtml(operations: readonly Operation[]): string {
  const byStatus = new Map<string, Answer>()
  for (const answer of operations.flatMap(({ answers }) => answers.filter(isError)))
    if (!byStatus.has(answer.status)) byStatus.set(answer.status, answer)
  const rows = [...byStatus.values()]
    .sort((a, b) => a.status.localeCompare(b.status))
    .map(({ status, description, media }) => [
      `<span id="error-${escapeHtml(status)}" class="status bad">${escapeHtml(status)}</span>`,
      prose(description),
      `<ul class="reasons">${(media[0]?.examples ?? [])
        .map(({ name, summary, value }) => reasonHtml(name, summary, readMessage(value)))
        .join('')}</ul>`,
    ])
  return table(['Status', 'Meaning', 'Reason and message'], [...rows, ...protocolRows], 'errors')
}

/** `id` is the target of the `type` of problem details. */
const reasonHtml = (reason: string, title: string, message: string): string =>
  `<li id="error-${escapeHtml(reason)}">${code(reason)} ${escapeHtml(title)} <span class="quiet">${escapeHtml(message)}</span></li>`

// Decided before a route is found, so no operation lists them.
const protocolRows = protocolReasons.map((reason) => [
  `<span class="status bad">${toStatus(reason)}</span>`,
  'On any path. Not billed.',
  `<ul class="reasons">${reasonHtml(reason, toTitle(reason), new Refusal(reason).message)}</ul>`,
])

const readMessage = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'error' in value
    ? String(value.error)
    : JSON.stringify(value)
