// Fails on a regular expression that some input can make slow, as judged by recheck, and on one that is built at run
// time, which no checker can read. Judging takes a minute, so the verdicts are kept in regex-verdicts.json, by pattern:
// a new pattern is judged and added, an unused one is removed. `--fresh` judges every pattern again and fails if the
// file does not say the same. Usage: npx tsx scripts/check-regexes.ts [--fresh] [folder …]
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import ts from 'typescript'

type Literal = { source: string; flags: string; where: string }
type Verdicts = { checker: string; safe: string[] }

const { values, positionals } = parseArgs({
  options: { fresh: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const isWholeTree = positionals.length === 0
const folders = isWholeTree
  ? ['kit/src', 'sources/src', 'server/src', 'sdk/src', 'cli/src', 'plugins/page/src']
  : positionals
const judgeFile = new URL('./judge-regex.mjs', import.meta.url)
const verdictsFile = fileURLToPath(new URL('./regex-verdicts.json', import.meta.url))
const parallel = 2

const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing/'))
    .map((name) => join(folder, name)),
)
const problems: string[] = []
const literals = new Map<string, Literal>()
for (const file of files) collect(file)
// Without any pattern the check would pass and prove nothing.
if (literals.size === 0) problems.push(`no regular expression found in ${folders.join(', ')}`)

const stored = readVerdicts()
const judgedSafe = new Set(values.fresh ? [] : stored.safe)
const unjudged = [...literals].filter(([text]) => !judgedSafe.has(text))
const judged = unjudged.length
const safe = new Set([...literals.keys()].filter((text) => judgedSafe.has(text)))
await Promise.all(Array.from({ length: parallel }, judgeAll))
if (isWholeTree) updateVerdicts()

for (const problem of problems) console.error(problem)
console.log(
  `${literals.size} regular expressions in ${files.length} files, ${judged} judged now, ${problems.length} problems`,
)
process.exitCode = problems.length > 0 ? 1 : 0

function collect(file: string): void {
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node): void => {
    const where = `${file}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`
    if (ts.isRegularExpressionLiteral(node) && !literals.has(node.text)) {
      const end = node.text.lastIndexOf('/')
      literals.set(node.text, { source: node.text.slice(1, end), flags: node.text.slice(end + 1), where })
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(tree) === 'RegExp')
      problems.push(`${where}: a regular expression built at run time cannot be checked`)
    ts.forEachChild(node, visit)
  }
  visit(tree)
}

/** Verdicts of another version of the checker, or of other settings, do not count. */
function readVerdicts(): Verdicts {
  const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string }
  const settings = createHash('sha256').update(readFileSync(judgeFile)).digest('hex').slice(0, 16)
  const checker = `recheck ${version}, settings ${settings}`
  if (!existsSync(verdictsFile)) return { checker, safe: [] }
  const verdicts = JSON.parse(readFileSync(verdictsFile, 'utf8')) as Verdicts
  return verdicts.checker === checker ? verdicts : { checker, safe: [] }
}

function updateVerdicts(): void {
  const before = existsSync(verdictsFile) ? readFileSync(verdictsFile, 'utf8') : ''
  const after = `${JSON.stringify({ checker: stored.checker, safe: [...safe].sort() }, null, 2)}\n`
  if (after === before) return
  if (values.fresh && before !== '') problems.push('regex-verdicts.json is not up to date: run npm run check')
  else writeFileSync(verdictsFile, after)
}

async function judgeAll(): Promise<void> {
  const judge = startJudge()
  for (let next = unjudged.shift(); next; next = unjudged.shift()) {
    const [text, { source, flags, where }] = next
    judge.postMessage({ source, flags })
    const [verdict] = (await once(judge, 'message')) as [string]
    if (verdict === 'safe') safe.add(text)
    else problems.push(`${where}: ${text} is ${verdict}`)
  }
  await judge.terminate()
}

/** Deep patterns are judged by deep recursion, for which the default stack of a thread is too small. */
function startJudge(): Worker {
  return new Worker(judgeFile, {
    resourceLimits: { stackSizeMb: 256 },
    // The same program everywhere: recheck has no native one for every processor, and Java may be installed or not.
    env: { ...process.env, RECHECK_BACKEND: 'pure' },
  })
}
