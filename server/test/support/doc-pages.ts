// Reads the Markdown pages of the project: their code blocks, headings and links.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../..', import.meta.url))

export type CodeBlock = {
  /** The line of its opening fence, such as `docs/jobs.md:12`. */
  place: string
  language: string
  code: string
  /** Why it is not run, from `<!-- test: skip, <reason> -->` on the line above the block. */
  skipReason: string | null
  /** `<!-- test: fails -->` on the line above: the commands are expected to fail. */
  isFailing: boolean
  /** The output that the page shows: the text, JSON or CSV block directly below. `…` matches any text. */
  output: string | null
}

export type Page = { path: string; text: string; blocks: CodeBlock[] }

/** Two test files share the pages, because each page takes seconds. */
export const isForOperators = (path: string): boolean =>
  /^docs\/(?:operating|scaling|providers|api-rules)\b/.test(path)

/** Run in an empty folder instead of one that looks like the project's. */
export const pluginGuide = 'docs/plugins.md'

/** All Markdown files that are part of the project. */
export function listMarkdown(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md']
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n')
}

export function readDocPage(path: string): Page {
  const text = readFileSync(join(root, path), 'utf8')
  return { path, text, blocks: readBlocks(path, text) }
}

const fence = /^( *)```(\w*)[^\n]*\n(.*?)^\1```$/gms
const outputLanguages = ['text', 'json', 'csv']

function readBlocks(path: string, text: string): CodeBlock[] {
  const matches = [...text.matchAll(fence)]
  return matches.map((match, index) => {
    const [whole, indent = '', language = '', code = ''] = match
    const before = text.slice(0, match.index)
    const marker = /<!-- test: (fails|skip, ([^\n]+)) -->\n$/.exec(before)
    const next = matches[index + 1]
    const isNextBelow = next && text.slice(match.index + whole.length, next.index).trim() === ''
    const isOutput = isNextBelow && outputLanguages.includes(next[2] ?? '')
    return {
      place: `${path}:${before.split('\n').length}`,
      language,
      code: indent === '' ? code : code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      skipReason: marker?.[2] ?? null,
      isFailing: marker?.[1] === 'fails',
      output: isOutput ? (next[3] ?? null) : null,
    }
  })
}

/** Whether a program printed what the page shows. `…` matches any text. */
export function matchesOutput(shown: string, printed: string): boolean {
  const pattern = shown.trim().split('…').map(escapeRegExp).join('[^]*?')
  return new RegExp(`^${pattern}$`).test(printed.replaceAll('\r\n', '\n').trim())
}

const escapeRegExp = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** The anchors that GitHub creates for the headings of a page. */
export function listAnchors(text: string): string[] {
  const headings = [...text.replaceAll(fence, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  const anchors = headings.map((heading) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
  // GitHub numbers the second and each further heading with the same text.
  return anchors.map((anchor, index) => {
    const earlier = anchors.slice(0, index).filter((other) => other === anchor).length
    return earlier === 0 ? anchor : `${anchor}-${earlier}`
  })
}

/** Targets of the links and images of a page that point to another file or heading of the project. */
export function listLinks(text: string): string[] {
  const prose = text.replaceAll(fence, '').replaceAll(/`[^`\n]*`/g, '')
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets.filter((target) => !/^[a-z]+:/.test(target))
}
