// The leaves of a small XML document: each innermost element with its path and its text as written. One forward scan
// without a tree or entities, in linear time for any document.

/** An innermost element of an XML document. */
export type XmlLeaf = {
  /** Names from the root down, without namespace prefixes: `order/item/price`. */
  path: string
  /** As written: character references are not decoded. */
  raw: string
}

/** The innermost elements of an XML document, in their order. */
export type XmlLeaves = {
  leaves: XmlLeaf[]
  /** False if the document ends before its root is closed, or has a part that is not read. */
  isWhole: boolean
}

const maxDepth = 50

/**
 * The leaves up to the end, or up to the first part that is not read: a declaration, a CDATA section, a 51st level.
 * `isWhole` is false then. Never throws.
 */
export function xmlLeaves(xml: string): XmlLeaves {
  const leaves: XmlLeaf[] = []
  const open: string[] = []
  let isInnermost = false
  let text = ''
  let from = 0
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', from)) {
    if (isInnermost) text += xml.slice(from, at)
    const skipped = endOfUnread(xml, at)
    const end = skipped ?? xml.indexOf('>', at) + 1
    if (end <= 0) break
    from = end
    if (skipped !== null) continue
    const isClosing = xml[at + 1] === '/'
    const isEmpty = xml[end - 2] === '/'
    const name = nameIn(xml.slice(isClosing ? at + 2 : at + 1, isEmpty ? end - 2 : end - 1))
    if (!isClosing) {
      open.push(name)
      isInnermost = true
      text = ''
      if (open.length > maxDepth) break
    }
    if (!isClosing && !isEmpty) continue
    if (open.at(-1) !== name) break
    if (isInnermost) leaves.push({ path: open.join('/'), raw: text })
    isInnermost = false
    open.pop()
    if (open.length === 0) return { leaves, isWhole: true }
  }
  return { leaves, isWhole: false }
}

/**
 * The index after a comment or an instruction; -1 for one without an end and for a declaration; null if a tag begins.
 */
function endOfUnread(xml: string, at: number): number | null {
  const ending = xml.startsWith('<!--', at) ? '-->' : xml[at + 1] === '?' ? '?>' : null
  if (ending === null) return xml[at + 1] === '!' ? -1 : null
  const end = xml.indexOf(ending, at)
  return end === -1 ? -1 : end + ending.length
}

/** The name of a tag, without its prefix and attributes. */
const nameIn = (tag: string): string => /^(?:[^\s:]{1,100}:)?([^\s:]{1,200})/.exec(tag)?.[1] ?? ''
