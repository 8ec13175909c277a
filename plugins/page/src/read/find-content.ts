// Finds the element that has the main text: paragraphs give points to the elements around them, and links take points
// away. Neighbours that read like the same text belong to it. The scores are computed over a tree of blocks with the
// length of their text, in linear time.
import type { ElementNode } from '@quarry/kit/read/dom-tree'

const minParagraphChars = 25
const textTags = new Set([
  'p',
  'pre',
  'td',
  'blockquote',
  'div',
  'section',
  'article',
  'main',
  'dd',
  'center',
])
const goodNames = /article|body|content|entry|main|page|post|story|text|blog|hentry|prose/
const badNames =
  /-ad-|hidden|banner|combx|comment|com-|contact|foot|gdpr|masthead|media|meta|outbrain|promo|related|scroll|share|shoutbox|sidebar|skyscraper|sponsor|shopping|tags|widget|byline|author|social|newsletter/

/** Points for a block by its class and id: positive for main text, negative for anything else. */
export const weighNames = ({ names }: TextBlock): number =>
  (goodNames.test(names) ? 25 : 0) - (badNames.test(names) ? 25 : 0)

/** The blocks that make up the main text, in page order; empty without any. */
export function findContent(top: TextBlock): TextBlock[] {
  const scores = scoreBlocks(top)
  const best = chooseBest(scores)
  return best ? withNeighbours(best, scores) : []
}

type Scores = ReadonlyMap<TextBlock, number>

function scoreBlocks(top: TextBlock): Scores {
  const points = new Map<TextBlock, number>()
  for (const block of walkBlocks(top)) {
    if (!textTags.has(block.tag) || block.ownChars < minParagraphChars) continue
    const share = block.chars === 0 ? 0 : block.ownChars / block.chars
    const value = 1 + block.commas * share + Math.min(Math.floor(block.ownChars / 100), 3)
    // A text that has line breaks instead of paragraphs is its own container.
    const from = block.hasBlocks || block.ownChars > 700 ? block : block.parent
    addPoints(points, from, value)
  }
  const scores = new Map<TextBlock, number>()
  for (const [block, value] of points)
    scores.set(block, (value + startScore(block)) * (1 - linkDensity(block)))
  return scores
}

const startScore = (block: TextBlock): number => {
  const byTag = /^(?:article|main)$/.test(block.tag)
    ? 10
    : /^(?:div|section)$/.test(block.tag)
      ? 5
      : /^(?:ol|ul|dl|dd|dt|li|form|address|th)$/.test(block.tag)
        ? -3
        : 0
  return byTag + weighNames(block)
}

/** Parents get all points, their parents half of them, and further ones a third of that for each level. */
function addPoints(points: Map<TextBlock, number>, from: TextBlock | null, value: number): void {
  let level = 0
  for (let block = from; block && level < 5; block = block.parent, level++) {
    const share = level === 0 ? 1 : level === 1 ? 2 : level * 3
    points.set(block, (points.get(block) ?? 0) + value / share)
  }
}

function chooseBest(scores: Scores): TextBlock | null {
  let best: TextBlock | null = null
  let most = 0
  for (const [block, score] of scores)
    if (score > most) {
      best = block
      most = score
    }
  return best && climb(findCommon(best, scores) ?? best, scores)
}

const minAlternatives = 3

/** The nearest ancestor with several blocks that score nearly as well: a text in steps or sections. */
function findCommon(best: TextBlock, scores: Scores): TextBlock | null {
  const needed = (scores.get(best) ?? 0) * 0.75
  const counts = new Map<TextBlock, number>()
  for (const [block, score] of scores)
    if (score >= needed && block !== best)
      for (let up = block.parent; up; up = up.parent) counts.set(up, (counts.get(up) ?? 0) + 1)
  for (let up = best.parent; up && up.tag !== 'body' && up.tag !== 'html'; up = up.parent)
    if ((counts.get(up) ?? 0) >= minAlternatives) return up
  return null
}

/**
 * A parent that scores nearly as well contains further parts of the text. The parent of an only child counts as that
 * child.
 */
function climb(best: TextBlock, scores: Scores): TextBlock {
  let top = best
  let last = scores.get(best) ?? 0
  const enough = last / 3
  for (let up = top.parent; up && up.tag !== 'body' && up.tag !== 'html'; up = up.parent) {
    const score = scores.get(up) ?? 0
    if (score < enough) break
    if (score > last) top = up
    last = score
  }
  while (top.parent && !/^(?:body|html)$/.test(top.parent.tag) && top.parent.chars === top.chars)
    top = top.parent
  return top
}

function withNeighbours(best: TextBlock, scores: Scores): TextBlock[] {
  const siblings = best.parent?.children ?? [best]
  const own = scores.get(best) ?? 0
  const needed = Math.max(10, own * 0.2)
  const openings = listOpenings(siblings.slice(0, siblings.indexOf(best)))
  return siblings.filter((child): child is TextBlock => {
    if (typeof child === 'string') return false
    if (child === best || openings.includes(child)) return true
    const isAlike = child.names.trim() !== '' && child.names === best.names
    if ((scores.get(child) ?? 0) + (isAlike ? own * 0.2 : 0) >= needed) return true
    if (child.tag !== 'p' && (child.hasBlocks || !isBlock(child.tag))) return false
    return child.tag === 'p' && child.chars > 80 && linkDensity(child) < 0.25
  })
}

const minOpenings = 2
const minOpeningChars = 60

/**
 * Some pages put each of the first paragraphs into a block of its own, before the block with the other ones. A single
 * such block is a summary.
 */
function listOpenings(before: readonly (TextBlock | string)[]): TextBlock[] {
  const openings = before.filter((block): block is TextBlock => typeof block === 'object' && isOpening(block))
  return openings.length < minOpenings ? [] : openings
}

function isOpening(block: TextBlock): boolean {
  if (block.tag === 'p' || block.chars < minOpeningChars) return false
  if (linkDensity(block) > 0.25 || weighNames(block) < 0) return false
  const inParagraphs = [...walkBlocks(block)]
    .filter(({ tag }) => tag === 'p')
    .reduce((sum, { chars }) => sum + chars, 0)
  return inParagraphs > block.chars * 0.8
}

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

function* walkBlocks(top: TextBlock): Generator<TextBlock> {
  const pending = [top]
  for (let block = pending.pop(); block; block = pending.pop()) {
    yield block
    for (let i = block.children.length - 1; i >= 0; i--) {
      const child = block.children[i]
      if (typeof child === 'object') pending.push(child)
    }
  }
}
