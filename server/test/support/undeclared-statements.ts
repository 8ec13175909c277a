// Finds undeclared SQL: each `query` of pg whose text does not come from db/statement.ts. Uses types, so that neither
// an intermediate variable nor another object with a `query` method misleads it.
import { relative } from 'node:path'
import ts from 'typescript'

/** `<file>: <argument>` for each, sorted; the argument is cut at its first interpolation. */
export function undeclaredStatements(folder: string, files: readonly string[]): string[] {
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  })
  const checker = program.getTypeChecker()
  const declaredIn = (symbol: ts.Symbol | undefined, place: string) =>
    symbol?.declarations?.some((declaration) => declaration.getSourceFile().fileName.includes(place)) ?? false

  const found: string[] = []
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit)
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return
    const { name } = node.expression
    const [argument] = node.arguments
    if (name.text !== 'query' || !argument) return
    if (!declaredIn(checker.getSymbolAtLocation(name), '/@types/pg/')) return
    const text = checker.getTypeAtLocation(argument).getProperty('text')
    if (declaredIn(text, '/db/statement.ts')) return
    const [written = ''] = argument.getText().split(/\s*\$\{|\n/)
    found.push(`${relative(folder, node.getSourceFile().fileName)}: ${written}`)
  }
  for (const file of files) {
    const source = program.getSourceFile(file)
    if (!source) throw new Error(`${file} was not read`)
    visit(source)
  }
  return found.sort()
}
