// The tree of a page for the search of its main text: elements with the length of their text, and without what no
// reader sees. Each step over it takes linear time; the parser bounds how deeply it nests.
import type { ElementNode } from '@quarry/kit/read/dom-tree'

export type TextBlock = {
  tag: string
  /** The class and the id, in lower case. */
  names: string
  parent: TextBlock | null
  children: (TextBlock | string)[]
  /** Counts of the text: letters, letters in links, commas and so on. */
  chars: number
  /** The letters, including those of removed blocks. */
  allChars: number
  linkChars: number
  commas: number
  links: number
  hasBlocks: boolean
  /** Letters of the text that is directly in this block, not in a block below it. */
  ownChars: number
}

const unseen = new Set(
  'audio button canvas dialog embed figcaption head iframe input map math menu nav noscript object option script select style svg template textarea title video'.split(
    ' ',
  ),
)
const blocks = new Set(
  'address article aside blockquote body center dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr html li main ol p pre section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)

export const isBlock = (tag: string): boolean => blocks.has(tag)

const hiddenStyle = /display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden/i

const isHidden = ({ attribs }: ElementNode): boolean =>
  attribs.hidden !== undefined ||
  attribs['aria-hidden'] === 'true' ||
  (attribs.style !== undefined && hiddenStyle.test(attribs.style.slice(0, 500)))

const maxNameChars = 300

/** Builds the tree below an element; `isRemoved` decides what is left out. */
export function buildTextTree(
  element: ElementNode,
  isRemoved: (block: TextBlock) => boolean,
  parent: TextBlock | null = null,
  isLink = false,
): TextBlock {
  const { class: classes = '', id = '', role = '' } = element.attribs
  const block: TextBlock = {
    tag: element.name,
    names: `${classes} ${id} ${role}`.slice(0, maxNameChars).toLowerCase(),
    parent,
    children: [],
    chars: 0,
    allChars: 0,
    linkChars: 0,
    commas: 0,
    links: element.name === 'a' ? 1 : 0,
    hasBlocks: false,
    ownChars: 0,
  }
  const inLink = isLink || element.name === 'a'
  for (const child of element.children) {
    if (child.type === 'text') addText(block, child.data, inLink)
    else if (!unseen.has(child.name) && !isHidden(child)) {
      const inner = buildTextTree(child, isRemoved, block, inLink)
      block.allChars += inner.allChars
      if (!isRemoved(inner)) addBlock(block, inner)
    }
  }
  return block
}

function addText(block: TextBlock, text: string, inLink: boolean): void {
  const chars = countLetters(text)
  block.children.push(text)
  block.chars += chars
  block.allChars += chars
  block.ownChars += chars
  if (inLink) block.linkChars += chars
  for (let at = text.search(comma); at !== -1; at = nextComma(text, at)) block.commas++
}

const comma = /[,،、，;]/
const nextComma = (text: string, at: number): number => {
  const found = text.slice(at + 1, at + 2000).search(comma)
  return found === -1 ? -1 : at + 1 + found
}

/** The text without the white space of indented markup. */
const countLetters = (text: string): number => {
  const trimmed = text.trim()
  return trimmed === '' ? 0 : trimmed.length
}

function addBlock(block: TextBlock, inner: TextBlock): void {
  block.children.push(inner)
  block.chars += inner.chars
  block.linkChars += inner.linkChars
  block.commas += inner.commas
  block.links += inner.links
  if (isBlock(inner.tag) || inner.hasBlocks) block.hasBlocks = true
  else block.ownChars += inner.ownChars
}

export const linkDensity = ({ chars, linkChars }: TextBlock): number => (chars === 0 ? 0 : linkChars / chars)

export function* walkBlocks(top: TextBlock): Generator<TextBlock> {
  const pending = [top]
  for (let block = pending.pop(); block; block = pending.pop()) {
    yield block
    for (let i = block.children.length - 1; i >= 0; i--) {
      const child = block.children[i]
      if (typeof child === 'object') pending.push(child)
    }
  }
}
