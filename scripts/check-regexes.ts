// Fails on a regular expression in server/src that some input can make slow, as judged by recheck, and on one that
// is built at run time, which no checker can read. Run by the checks: `npx tsx scripts/check-regexes.ts [folder]`.
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import ts from 'typescript'

type Literal = { source: string; flags: string; where: string }

const folder = process.argv[2] ?? 'server/src'
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
  const judge = startJudge()
  for (let literal = next(); literal; literal = next()) {
    const { source, flags, where } = literal
    judge.postMessage({ source, flags })
    const [verdict] = (await once(judge, 'message')) as [string]
    if (verdict !== 'safe') problems.push(`${where}: /${source}/${flags} is ${verdict}`)
  }
  await judge.terminate()
}

/** Its deepest patterns are judged by calls within calls: more of them than a thread usually has room for. */
function startJudge(): Worker {
  return new Worker(new URL('./judge-regex.mjs', import.meta.url), {
    resourceLimits: { stackSizeMb: 256 },
    // The same program on every machine: the native one is not to be had for each, and Java's may be there or not.
    env: { ...process.env, RECHECK_BACKEND: 'pure' },
  })
}

function next(): Literal | undefined {
  index++
  return literals[index - 1]
}
