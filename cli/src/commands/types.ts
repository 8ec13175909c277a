// `quarry types` prints the lookups of a server as TypeScript, for programs that call `quarry.lookup` of the SDK.
import type { Command } from 'commander'
import { type LookupInfo, readCatalogue, type Schema } from '../catalogue.ts'
import { write } from '../output.ts'
import { openPublicClient } from '../profile.ts'

export const addTypes = (program: Command): void =>
  void program
    .command('types')
    .description('print TypeScript types of the lookups: quarry types > quarry.d.ts; needs no key')
    .action(async () => write(formatTypes(await readCatalogue(openPublicClient()), 'the server')))

/** These change the kind of response, which the type of the record cannot show. */
const omitted = ['is_async', 'webhook', 'soft_fail', 'return_page_source', 'fields', 'format']

export function formatTypes(catalogue: readonly LookupInfo[], server: string): string {
  return `// Written by "quarry types" from ${toComment(server)}. Do not edit: run it again.
import '@quarry/sdk'

declare module '@quarry/sdk' {
  interface OwnLookups {
${catalogue.map(formatLookup).join('\n')}
  }
}
`
}

function formatLookup({ path, summary, credits, params, record }: LookupInfo): string {
  const shownParams = params.filter(({ name }) => !omitted.includes(name))
  const fields = shownParams.map(
    ({ name, isRequired, schema }) =>
      `        ${JSON.stringify(name)}${isRequired ? '' : '?'}: ${formatType(schema, 8)}\n`,
  )
  return `    /** ${toComment(summary)}, ${credits} ${credits === 1 ? 'credit' : 'credits'}. */
    ${JSON.stringify(path)}: {
      params: {\n${fields.join('')}      }
      record: ${formatType(record, 6)}
    }`
}

/** Text of the server must neither end the comment nor its line. */
const toComment = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('*/', '* /')

const names: Record<string, string> = { integer: 'number' }

function formatType(schema: Schema, indent: number): string {
  const { type, anyOf, enum: values, properties, items } = schema
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (anyOf) return [...new Set(anyOf.map((variant) => formatType(variant, indent)))].join(' | ')
  if (Array.isArray(type))
    return [...new Set(type.map((one) => formatType({ ...schema, type: one }, indent)))].join(' | ')
  if (properties) return type === 'null' ? 'null' : formatObject(schema, indent)
  if (type === 'array') return items ? `(${formatType(items, indent)})[]` : 'unknown[]'
  if (type === 'object') return 'Record<string, unknown>'
  return type === undefined ? 'unknown' : (names[type] ?? type)
}

function formatObject({ properties = {}, required = [] }: Schema, indent: number): string {
  const space = ' '.repeat(indent)
  const fields = Object.entries(properties).map(
    ([name, field]) =>
      `${space}  ${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${formatType(field, indent + 2)}\n`,
  )
  return `{\n${fields.join('')}${space}}`
}
