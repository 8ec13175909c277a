// Fails if comments or docs have refused phrases, if the code has an exported name that ends in `Of`, and if a file of
// code is too long. Prints each with its place and the better form. Phrases are looked for in comments and in Markdown;
// strings and code are left alone. Run by the checks: `npx tsx scripts/check-style.ts`.
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export type Violation = { file: string; line: number; found: string; better: string }

/** `oneOf` of the kit is the name of a schema. */
const maxOfNames = 1
/** Longer files have more than one subject. */
const maxFileLines = 450

const root = fileURLToPath(new URL('..', import.meta.url))
const skippedFolders = new Set([
  'node_modules',
  'dist',
  'data',
  'coverage',
  'downloads',
  'generated',
  'rivals',
  '.git',
])
const extensions = new Set(['.ts', '.tsx', '.mjs', '.md'])

function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : listFiles(path)
    return extensions.has(extname(entry.name)) ? [path] : []
  })
}

function checkStyle(): void {
  const files = listFiles('').map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const find = (findIn: (file: string, text: string) => Violation[]) =>
    files.flatMap(({ file, text }) => findIn(file, text))
  const results = [
    isWithin('refused phrases', find(findPhrases), 0),
    isWithin('exported names that end in Of', find(findOfNames), maxOfNames),
    isWithin(`files of more than ${maxFileLines} lines`, find(findLongFile), 0),
  ]
  process.exitCode = results.every(Boolean) ? 0 : 1
}

function isWithin(name: string, violations: readonly Violation[], max: number): boolean {
  console.log(`${violations.length} ${name}, at most ${max}`)
  if (violations.length <= max) return true
  for (const { file, line, found, better } of violations)
    console.log(`${file}:${line}: "${found}": better: ${better}`)
  return false
}

type Phrase = { pattern: RegExp; better: string }

const phrases: readonly Phrase[] = [
  { pattern: /\bwhat came of\b/gi, better: 'the outcome, the result' },
  { pattern: /\bwhoever\b/gi, better: 'name the actor: the caller, the operator' },
  { pattern: /(?<!`)\bnobody\b(?![`.]\w|`)/gi, better: 'say what happens: "not used", "no caller can"' },
  { pattern: /\bnone of (?:ours|its|the)\b/gi, better: '"not one of", "unknown", "no"' },
  { pattern: /\bto be had\b/gi, better: 'available' },
  { pattern: /\bstands? (?:in|for|behind|beside|still)\b/gi, better: 'is in, represents, follows, waits' },
  { pattern: /\b(?:is|was) told\b/gi, better: 'gets, receives; or say who reports what' },
  { pattern: /\b(?:tells|told) of\b/gi, better: 'reports, describes' },
  { pattern: /\banew\b/gi, better: 'again' },
  { pattern: /\bin its place\b/gi, better: 'instead' },
  { pattern: /\bwhose turn\b/gi, better: 'name the queue and its order' },
  { pattern: /\bthe books\b/gi, better: 'the ledger' },
  {
    pattern: /\b(?:null|undefined|nothing|true|false|throws|fails) where\b/gi,
    better: '"if" for a condition; "where" is for places',
  },
  { pattern: /\bstored answers?\b/gi, better: 'stored response' },
  { pattern: /\bpretend (?:sites?|worlds?|pages?)\b/gi, better: 'sandbox site, sandbox data, sandbox page' },
]

/** A phrase may be broken over two lines of comments. */
const patterns = phrases.map(({ pattern, better }) => ({
  pattern: new RegExp(pattern.source.replaceAll(' ', '[\\s/*]+'), pattern.flags),
  better,
}))

const exportedOf =
  /^export\s+(?:async\s+)?(?:function\*?|const|let|class|type|interface)\s+(?<name>[A-Za-z]\w*Of)\b/gm

export function findPhrases(file: string, text: string): Violation[] {
  // Most files have no phrase at all, and finding their comments takes long.
  const isSuspect = patterns.some(({ pattern }) => text.search(pattern) >= 0)
  if (!isSuspect) return []
  const prose = file.endsWith('.md') ? toProse(file, text) : keepComments(file, text)
  return patterns.flatMap(({ pattern, better }) =>
    [...prose.matchAll(pattern)].map((match) => ({
      file,
      line: lineAt(text, match.index),
      found: match[0].replace(/\s+/g, ' '),
      better,
    })),
  )
}

export function findOfNames(file: string, text: string): Violation[] {
  if (file.endsWith('.md')) return []
  return [...text.matchAll(exportedOf)].map((match) => ({
    file,
    line: lineAt(text, match.index),
    found: match.groups?.name ?? '',
    better: 'verb and noun, such as parseQuery or toCents',
  }))
}

const code = /^(?:kit|sources|server|cli|sdk|console|plugins)\/.*\.(?:ts|tsx|mjs)$/
const testCode = /\/test\/|\.test\.tsx?$|\/generated\//

/** Tests and generated files may be longer. */
export function findLongFile(file: string, text: string): Violation[] {
  const lines = text.split('\n').length - 1
  if (!code.test(file) || testCode.test(file) || lines <= maxFileLines) return []
  return [{ file, line: maxFileLines + 1, found: `${lines} lines`, better: 'one file per subject' }]
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length

/** The changelog of released versions stays as it was published. */
function toProse(file: string, text: string): string {
  if (!/(?:^|\/)CHANGELOG\.md$/.test(file)) return text
  return text
    .split(/^(?=## )/m)
    .slice(0, 2)
    .join('')
}

/** The text with everything but comments blanked out, character by character, so that positions stay the same. */
function keepComments(file: string, text: string): string {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind)
  // A character other than white space, so that no phrase spans code.
  const characters: string[] = text.split('').map((character) => (character === '\n' ? '\n' : '\0'))
  const isCopied = new Set<number>()
  const copy = (ranges: readonly ts.CommentRange[] = []) => {
    for (const { pos, end } of ranges) {
      if (isCopied.has(pos)) continue
      isCopied.add(pos)
      const bare = text
        .slice(pos, end)
        .replace(/^\/[/*]|\*\/$|^[ \t]*\*/gm, (marker) => ' '.repeat(marker.length))
      for (const [index, character] of bare.split('').entries()) characters[pos + index] = character
    }
  }
  const visit = (node: ts.Node): void => {
    copy(ts.getLeadingCommentRanges(text, node.pos))
    copy(ts.getTrailingCommentRanges(text, node.end))
    // Comments at the start or the end of a block, or of a file, belong to no node.
    copy(ts.getLeadingCommentRanges(text, node.end))
    const start = node.getStart(tree)
    if (text[start] === '{') copy(ts.getTrailingCommentRanges(text, start + 1))
    if (text[start] === '{') copy(ts.getLeadingCommentRanges(text, start + 1))
    ts.forEachChild(node, visit)
  }
  visit(tree)
  // Comments that follow each other on lines of their own are one text.
  return characters.join('').replace(/\n\0+(?=[ \t])/g, (gap) => `\n${' '.repeat(gap.length - 1)}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) checkStyle()
