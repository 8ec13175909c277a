// Removes scripts, styles and comments from a page: they are most of its size, and no selector looks for them. A page
// with little other markup can then be read on the event loop.
import { checkCountBudget, checkIslandBudget } from './page-budget.ts'

const closings = { script: /<\/script(?=[\s/>])/gi, style: /<\/style(?=[\s/>])/gi }

/** The markup without these elements. One that never ends stays, with everything after it. */
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
    // From two characters back, because `<!-->` is a whole comment.
    const end = html.indexOf('-->', from - 2)
    return end === -1 ? -1 : end + 3
  }
  const closing = closings[name]
  closing.lastIndex = from
  return closing.test(html) ? html.indexOf('>', closing.lastIndex) + 1 || -1 : -1
}
