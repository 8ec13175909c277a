// `quarry docs` lists the endpoints with their prices, or describes one of them.
import type { Command } from 'commander'
import { findLookup, type LookupInfo, readCatalogue, type Schema } from '../catalogue.ts'
import { bold, chooseFormat, type FormatOptions, printOne, printRows, withFormats, write } from '../output.ts'
import { openPublicClient } from '../profile.ts'
import { countText, plain } from '../text.ts'

export const addDocs = (program: Command): void =>
  void withFormats(program.command('docs'))
    .description('list the endpoints, or describe one; needs no key')
    .argument('[endpoint]')
    .action(docs)

async function docs(endpoint: string | undefined, options: FormatOptions): Promise<void> {
  const catalogue = await readCatalogue(openPublicClient())
  if (endpoint === undefined) {
    const rows = catalogue.map(({ name, credits, status, summary }) => ({
      endpoint: name,
      credits,
      status,
      summary,
    }))
    return printRows(rows, ['endpoint', 'credits', 'status', 'summary'], options)
  }
  const lookup = findLookup(catalogue, endpoint)
  if (chooseFormat(options) === 'table') describe(lookup)
  else printOne(lookup, options)
}

function describe({ name, summary, description, credits, params, record, example }: LookupInfo): void {
  const pairs = Object.entries(example).map(([key, value]) => quote(`${key}=${formatValue(value)}`))
  write(`${bold(name)}: ${plain(summary)}, ${countText(credits, 'credit')}\n`)
  write(`${plain(description)}\n\n${bold('Example')}\n  quarry get ${[name, ...pairs].join(' ')}\n`)
  write(`\n${bold('Parameters')}\n`)
  for (const parameter of params)
    write(
      `  ${parameter.name}${parameter.isRequired ? ' (required)' : ''}: ${[formatType(parameter.schema), ...formatBounds(parameter.schema)].join(', ')}. ${plain(parameter.description)}\n`,
    )
  write(`\n${bold('Record')}\n`)
  for (const field of listFields(record)) write(`  ${field}\n`)
}

const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const quote = (text: string): string =>
  /^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

function formatType({ type, anyOf, enum: values }: Schema): string {
  if (values) return values.map(String).join(', ')
  if (anyOf) return anyOf.map(formatType).join(' or ')
  return type === undefined ? 'JSON' : [type].flat().join(' or ')
}

/** The range or length of a parameter, and its default. */
function formatBounds({ minimum, maximum, maxLength, default: fallback }: Schema): string[] {
  const range =
    minimum !== undefined && maximum !== undefined
      ? [`${minimum} to ${maximum}`]
      : [
          ...(minimum === undefined ? [] : [`at least ${minimum}`]),
          ...(maximum === undefined ? [] : [`at most ${maximum}`]),
        ]
  return [
    ...range,
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(fallback === undefined ? [] : [`default ${JSON.stringify(fallback)}`]),
  ]
}

function listFields(schema: Schema, prefix = ''): string[] {
  if (schema.items) return listFields(schema.items, `${prefix}[]`)
  const inner = schema.anyOf?.find((variant) => variant.properties) ?? schema
  if (!inner.properties) return [`${prefix || '(record)'}: ${formatType(schema)}`]
  return Object.entries(inner.properties).flatMap(([name, one]) =>
    listFields(one, prefix === '' || prefix === '[]' ? `${prefix && '[].'}${name}` : `${prefix}.${name}`),
  )
}
