// The kit is a public package: every export of its files has a doc comment, and every function, constant and
// class has an example.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

type Exported = { place: string; isType: boolean; comment: string }

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
    const isType = ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement)
    return readNames(statement).map((name) => ({ place: `${file}: ${name}`, isType, comment }))
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

const findWithoutExample = (exported: readonly Exported[]): string[] =>
  exported
    .filter(({ isType, comment }) => !isType && !/^\s*\* @example\n\s*\* \S/m.test(comment))
    .map(({ place }) => place)

describe('the exports of the kit', () => {
  const exported = listFiles().flatMap((file) => listExports(file, readFileSync(folder + file, 'utf8')))

  test('there are many', () => expect(exported.length).toBeGreaterThan(100))

  test('each has a doc comment', () => expect(findWithoutComment(exported)).toEqual([]))

  test('each function, constant and class has an example', () =>
    expect(findWithoutExample(exported)).toEqual([]))
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
/** A type needs no example. */
export type F = A
export { g } from './g.ts'
`,
  )
  expect(findWithoutComment(exported)).toEqual(['a.ts: A', 'a.ts: D'])
  expect(findWithoutExample(exported)).toEqual(['a.ts: b', 'a.ts: c', 'a.ts: D'])
})
