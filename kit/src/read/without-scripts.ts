// A page without its scripts, styles and comments: most of a heavy page's weight and nothing that a selector looks
// for. A page whose markup alone is light can then be read where it is, without a thread.
import { checkCountBudget, checkIslandBudget } from './page-budget.ts'

const closings = { script: /<\/script(?=[\s/>])/gi, style: /<\/style(?=[\s/>])/gi }

/**
 * The same markup with those elements left out; one that never ends is left as it is, with all that follows.
 *
 * @example
 * withoutScripts('<p>Hi<script>run()</script></p>') // '<p>Hi</p>'
 */
export function withoutScripts(html: string): string {
  checkIslandBudget(html.length)
  const opening = /<!--|<(script|style)(?=[\s/>])/gi
  const kept: string[] = []
  let from = 0
  let found = 0
  for (let match = opening.exec(html); match; match = opening.exec(html)) {
    checkCountBudget('tags', ++found)
    const end = findEnd(html, match[1]?.toLowerCase(), opening.lastIndex)
    if (end === -1) break
    if (match.index > from) kept.push(html.slice(from, match.index))
    from = end
    opening.lastIndex = end
  }
  return from === 0 ? html : kept.join('') + html.slice(from)
}

function findEnd(html: string, name: string | undefined, from: number): number {
  if (name !== 'script' && name !== 'style') {
    // From two back, because `<!-->` is a whole comment.
    const end = html.indexOf('-->', from - 2)
    return end === -1 ? -1 : end + 3
  }
  const closing = closings[name]
  closing.lastIndex = from
  return closing.test(html) ? html.indexOf('>', closing.lastIndex) + 1 || -1 : -1
}
