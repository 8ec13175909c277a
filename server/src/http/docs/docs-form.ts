// The form of an operation on the reference page, which is also its parameter table: each row has a description and an
// input field. The script reads the name and location of a parameter from its field.
import type { Media, Operation, Parameter, Resolve } from './docs-document.ts'
import { code, escapeHtml, plainValue, prose, table } from './docs-html.ts'
import {
  buildExample,
  describeBounds,
  describeType,
  isBoolean,
  isNumeric,
  listFields,
  readEnum,
  writeExample,
} from './docs-schema.ts'

const titles = { path: 'Path parameters', query: 'Query parameters', header: 'Header parameters' } as const

/** Parameters that `isCommon` accepts are collapsed under "Common options". */
export function formHtml(
  operation: Operation,
  resolve: Resolve,
  isCommon: (parameter: Parameter) => boolean,
): string {
  const { id, method, path, auth, bodies, parameters } = operation
  const ownParameters = parameters.filter((parameter) => !isCommon(parameter))
  const common = parameters.filter(isCommon)
  const rows = (shown: readonly Parameter[]) =>
    table(
      ['Parameter', 'Meaning', 'Value'],
      shown.map((parameter) => parameterRow(id, parameter, resolve)),
      'parameters',
    )
  const places = (['path', 'query', 'header'] as const).map((place) => {
    const inPlace = ownParameters.filter((parameter) => parameter.place === place)
    return inPlace.length > 0 ? `<div class="place"><h4>${titles[place]}</h4>${rows(inPlace)}</div>` : ''
  })
  const authData = auth
    ? ` data-auth-header="${escapeHtml(auth.header)}" data-auth-prefix="${escapeHtml(auth.prefix)}" data-auth-variable="${auth.variable}"`
    : ''
  return `<form id="${escapeHtml(id)}-form" data-method="${method}" data-path="${escapeHtml(path)}" data-answer="${findAnswerKind(operation)}"${authData} novalidate>
${places.join('')}${bodies.length > 0 ? bodyHtml(operation, resolve) : ''}
${common.length > 0 ? `<details class="fold"><summary>Common options</summary>${rows(common)}</details>` : ''}
${parameters.length + bodies.length === 0 ? '<p class="quiet">No parameters.</p>' : ''}
</form>`
}

/** How a code sample reads the response. */
export function findAnswerKind({ answers }: Operation): 'json' | 'text' | 'stream' {
  const types = answers
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ media }) => media.map(({ type }) => type))
  if (types.includes('text/event-stream')) return 'stream'
  return types.every((type) => type === 'application/json') ? 'json' : 'text'
}

function parameterRow(operationId: string, parameter: Parameter, resolve: Resolve): string[] {
  const { name, schema, isRequired, description, example, onlyWith } = parameter
  const id = `${operationId}-${parameter.place}-${name}`
  const facts = [
    ...listFacts(schema),
    ...(example === undefined || example === schema.default ? [] : [`e.g. ${code(plainValue(example))}`]),
    ...(onlyWith === null ? [] : [`only with ${code(onlyWith)}`]),
  ]
  return [
    `<label for="${escapeHtml(id)}">${code(name)}</label>${isRequired ? ' <em>required</em>' : ''}<span class="type">${escapeHtml(describeType(schema, resolve))}</span>`,
    `${prose(description)}${factsHtml(facts)}`,
    control(id, parameter),
  ]
}

function control(id: string, { name, place, schema, isRequired, initial, onlyWith }: Parameter): string {
  const attributes = `id="${escapeHtml(id)}" name="${escapeHtml(name)}" data-place="${place}"${isRequired ? ' aria-required="true"' : ''}${onlyWith === null ? '' : ` data-only-with="${escapeHtml(onlyWith)}"`}`
  const values = isBoolean(schema) ? ['true', 'false'] : readEnum(schema).map(plainValue)
  const value = initial === null ? '' : plainValue(initial)
  if (values.length === 0)
    return `<input ${attributes} value="${escapeHtml(value)}" autocomplete="off" spellcheck="false"${isNumeric(schema) ? ' inputmode="decimal"' : ''}>`
  const options = [...(isRequired ? [] : ['']), ...values].map(
    (choice) =>
      `<option value="${escapeHtml(choice)}"${choice === value ? ' selected' : ''}>${choice === '' ? 'not sent' : escapeHtml(choice)}</option>`,
  )
  return `<select ${attributes}>${options.join('')}</select>`
}

function bodyHtml({ id, bodies, isBodyRequired }: Operation, resolve: Resolve): string {
  const choice =
    bodies.length > 1
      ? `<label class="choice">Type <select class="body-type">${bodies.map(({ type }) => `<option>${escapeHtml(type)}</option>`).join('')}</select></label>`
      : `<span class="type">${escapeHtml(bodies[0]?.type ?? '')}</span>`
  return `<div class="body-head"><h4 id="${escapeHtml(id)}-body">Body</h4>${isBodyRequired ? '<em>required</em>' : ''}${choice}</div>
${bodies.map((body, index) => bodyField(body, index, resolve)).join('')}`
}

function bodyField({ type, schema, examples }: Media, index: number, resolve: Resolve): string {
  const content = writeExample(type, examples[0] ? examples[0].value : buildExample(schema, resolve))
  const fields = listFields(schema, resolve).map((field) => [
    `${code(field.path)}${field.isRequired ? ' <em>required</em>' : ''}<span class="type">${escapeHtml(describeType(field.schema, resolve))}</span>`,
    `${prose(String(field.schema.description ?? ''))}${factsHtml([...describeEnum(field.schema), ...listFacts(field.schema)])}`,
  ])
  const hidden = index > 0 ? ' hidden' : ''
  const rows = Math.min(Math.max(content.split('\n').length, 3), 16)
  return `<div class="body" data-type="${escapeHtml(type)}"${hidden}>${fields.length > 0 ? table(['Field', 'Meaning'], fields, 'parameters') : ''}
<textarea data-body="${escapeHtml(type)}" aria-label="Body as ${escapeHtml(type)}" rows="${rows}" spellcheck="false" autocomplete="off"${index > 0 ? ' disabled' : ''}>\n${escapeHtml(content)}</textarea><p class="note" role="status"></p></div>`
}

/** The allowed values as one phrase of HTML; empty without an enum. */
export function describeEnum(schema: Parameter['schema']): string[] {
  const values = readEnum(schema).map(plainValue).map(code)
  return values.length > 0 ? [`one of ${values.join(', ')}`] : []
}

const listFacts = (schema: Parameter['schema']): string[] => [
  ...describeBounds(schema).map(escapeHtml),
  ...(schema.default === undefined ? [] : [`default ${code(plainValue(schema.default))}`]),
]

const factsHtml = (facts: readonly string[]): string =>
  facts.length > 0 ? `<span class="facts">${facts.join(' · ')}</span>` : ''
