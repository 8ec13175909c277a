// The kit is a public package: every export of its files has a doc comment, and the functions that an author of a
// source meets first have an example.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

/** The functions of docs/plugins.md and of the templates of `quarry source new`. */
const mainFunctions = [
  'endpoint.ts: endpoint',
  'outcome.ts: found',
  'provider.ts: provider',
  'read/dates.ts: toDate',
  'read/dom.ts: parseDom',
  'read/islands.ts: scriptById',
  'read/json-answer.ts: jsonObject',
  'read/json-ld.ts: jsonLd',
  'read/list-reader.ts: createListReader',
  'read/numbers.ts: toNumber',
  'read/prices.ts: toPrice',
  'read/walls.ts: assertReadable',
  'source.ts: defineSource',
  'testing/check-source.ts: checkSource',
  'upstream-api.ts: upstreamApi',
]

type Exported = { place: string; comment: string }

const folder = fileURLToPath(new URL('.', import.meta.url))

const listFiles = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort()

/** The declarations of a file that it exports. Names that it passes on from other files are left out. */
function listExports(file: string, text: string): Exported[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  return tree.statements.filter(isExported).flatMap((statement) => {
    const comment = readComment(statement)
    return readNames(statement).map((name) => ({ place: `${file}: ${name}`, comment }))
  })
}

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

/** The last doc comment before a statement, which is the one that editors show. */
const readComment = (statement: ts.Statement): string =>
  ts.getJSDocCommentsAndTags(statement).filter(ts.isJSDoc).at(-1)?.getText() ?? ''

function readNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText())
  return [(statement as ts.DeclarationStatement).name?.getText() ?? 'default']
}

const findWithoutComment = (exported: readonly Exported[]): string[] =>
  exported.filter(({ comment }) => comment === '').map(({ place }) => place)

const findWithExample = (exported: readonly Exported[]): string[] =>
  exported.filter(({ comment }) => /^\s*\* @example\n\s*\* \S/m.test(comment)).map(({ place }) => place)

describe('the exports of the kit', () => {
  const exported = listFiles().flatMap((file) => listExports(file, readFileSync(folder + file, 'utf8')))

  test('there are many', () => expect(exported.length).toBeGreaterThan(100))

  test('each has a doc comment', () => expect(findWithoutComment(exported)).toEqual([]))

  test('the main functions, and only these, have an example', () =>
    expect(findWithExample(exported)).toEqual(mainFunctions))
})

test('missing comments and examples are found, with the file and the name', () => {
  const exported = listExports(
    'a.ts',
    `// No doc comment.
export type A = string
/** No example. */
export const b = 1
/** An example without text.
 *
 * @example
 */
export function c() {}
export class D {}
/**
 * All of it.
 *
 * @example
 * e() // 1
 */
export const e = () => 1
export { g } from './g.ts'
`,
  )
  expect(findWithoutComment(exported)).toEqual(['a.ts: A', 'a.ts: D'])
  expect(findWithExample(exported)).toEqual(['a.ts: e'])
})
