// What comes back, on the reference page: example answers, the fields of a record, and the errors: in short at
// each operation, in full once for all of them.
import type { Answer, Operation, Resolve } from './docs-document.ts'
import { code, codeBlock, copyButton, escapeHtml, plainValue, prose, table } from './docs-html.ts'
import { buildExample, describeType, listFields, readEnum, writeExample } from './docs-schema.ts'

const isError = ({ status }: Answer) => /^[45]/.test(status)
const isJson = ({ type }: { type: string }) => type === 'application/json'

export function answersHtml({ answers }: Operation, resolve: Resolve): string {
  const good = answers.filter((answer) => !isError(answer)).map((answer) => goodAnswer(answer, resolve))
  const errors = answers.filter(isError)
  const rows = errors.map(({ status, description }) => [
    `<a href="#error-${escapeHtml(status)}">${escapeHtml(status)}</a>`,
    prose(description),
  ])
  const folded =
    rows.length > 0
      ? `<details class="fold"><summary>Errors <span class="quiet">${errors.map(({ status }) => escapeHtml(status)).join(', ')}</span></summary>${table(['Status', 'Meaning'], rows)}</details>`
      : ''
  return `<h4>Answers</h4>${good.join('')}${folded}`
}

function goodAnswer({ status, description, media, headers }: Answer, resolve: Resolve): string {
  const schema = media.find(isJson)?.schema
  const fields = schema ? listFields(schema, resolve) : []
  const rows = fields.map((field) => [
    code(field.path),
    `<span class="type">${escapeHtml(describeType(field.schema, resolve))}</span>`,
    meaning(field.schema),
  ])
  const sent = Object.entries(headers).map(([name, given]) => [
    code(name),
    prose(String(resolve(given).description ?? '')),
  ])
  const types = media.map(({ type }) => code(type)).join(', ')
  return `<p class="answer-line"><strong class="status ok">${escapeHtml(status)}</strong> ${prose(description)} ${types}</p>
${rows.length > 0 ? `<details class="fold"><summary>Fields <span class="quiet">${rows.length}</span></summary>${table(['Field', 'Type', 'Meaning'], rows, 'fields')}</details>` : ''}
${sent.length > 0 ? `<details class="fold"><summary>Headers <span class="quiet">${sent.length}</span></summary>${table(['Header', 'Meaning'], sent)}</details>` : ''}`
}

function meaning(schema: Record<string, unknown>): string {
  const values = readEnum(schema)
  const [example] = Array.isArray(schema.examples) ? schema.examples : []
  return [
    prose(String(schema.description ?? '')),
    ...(values.length > 0 ? [`one of ${values.map(plainValue).map(code).join(', ')}`] : []),
    ...(values.length === 0 && example !== undefined && example !== ''
      ? [`e.g. ${code(plainValue(example))}`]
      : []),
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** The first good answer with content, as an example; empty where no answer has any. */
export function exampleAnswer({ id, answers }: Operation, resolve: Resolve): string {
  const answer = answers.find(({ status, media }) => status.startsWith('2') && media.length > 0)
  const media = answer?.media.find(isJson) ?? answer?.media[0]
  if (!answer || !media) return ''
  const content = writeExample(media.type, media.examples[0]?.value ?? buildExample(media.schema, resolve))
  return `<div class="card example"><div class="card-head"><h4>Example answer <span class="status ok">${escapeHtml(answer.status)}</span></h4>${copyButton(`the example answer of ${id}`)}</div>${codeBlock(`Example answer of ${id}`, content, 'json')}</div>`
}

/** Every error that any operation can answer with, by status; its named examples are its reasons. */
export function errorsHtml(operations: readonly Operation[]): string {
  const byStatus = new Map<string, Answer>()
  for (const answer of operations.flatMap(({ answers }) => answers.filter(isError)))
    if (!byStatus.has(answer.status)) byStatus.set(answer.status, answer)
  const rows = [...byStatus.values()]
    .sort((one, other) => one.status.localeCompare(other.status))
    .map(({ status, description, media }) => [
      `<span id="error-${escapeHtml(status)}" class="status bad">${escapeHtml(status)}</span>`,
      prose(description),
      `<ul class="reasons">${(media[0]?.examples ?? []).map(({ name, value }) => `<li>${code(name)} <span class="quiet">${escapeHtml(readMessage(value))}</span></li>`).join('')}</ul>`,
    ])
  return table(['Status', 'Meaning', 'Reason and message'], rows, 'errors')
}

const readMessage = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'error' in value
    ? String(value.error)
    : JSON.stringify(value)
