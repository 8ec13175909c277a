// Fails on a regular expression in server/src that some input can make slow, as judged by recheck, and on one that
// is built at run time, which no checker can read. Run by the checks: `npx tsx scripts/check-regexes.ts [folder]`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from 'recheck'
import ts from 'typescript'

type Literal = { source: string; flags: string; where: string }

const folder = process.argv[2] ?? 'server/src'
const timeoutMs = 20_000
// Proven by automaton where that can be: it takes milliseconds and judges alike on any machine. The rest, which looks
// around or back, is tried by chance, with a fixed seed and so much time that a busy machine does not change the verdict.
const proof = { checker: 'automaton', maxRepeatCount: 1000, maxNFASize: 400_000, timeout: timeoutMs } as const
const trial = {
  checker: 'fuzz',
  randomSeed: 1,
  incubationTimeout: 2000,
  attackTimeout: 5000,
  timeout: timeoutMs,
} as const
const parallel = 2
let index = 0

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => join(folder, name))

const literals: Literal[] = []
const seen = new Set<string>()
const problems: string[] = []
for (const file of files) collect(file)
// A checker that reads nothing passes everything.
if (literals.length === 0) problems.push(`no regular expression found in ${folder}`)
await Promise.all(Array.from({ length: parallel }, judgeAll))

for (const problem of problems) console.error(problem)
console.log(`${literals.length} regular expressions in ${files.length} files, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0

function collect(file: string): void {
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node): void => {
    const where = `${file}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      if (!seen.has(node.text))
        literals.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), where })
      seen.add(node.text)
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(tree) === 'RegExp')
      problems.push(`${where}: a regular expression built at run time cannot be checked`)
    ts.forEachChild(node, visit)
  }
  visit(tree)
}

async function judgeAll(): Promise<void> {
  for (let literal = next(); literal; literal = next()) {
    const { source, flags, where } = literal
    const proven = await check(source, flags, proof)
    const result = proven.status === 'unknown' ? await check(source, flags, trial) : proven
    if (result.status === 'safe') continue
    const why = result.status === 'vulnerable' ? result.complexity.summary : result.error.kind
    problems.push(`${where}: /${source}/${flags} is ${result.status}: ${why}`)
  }
}

function next(): Literal | undefined {
  index++
  return literals[index - 1]
}
