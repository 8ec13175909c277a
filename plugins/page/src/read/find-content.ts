// Finds the element that has the main text: paragraphs give points to the elements around them, and links take points
// away. Neighbours that read like the same text belong to it.
import { isBlock, linkDensity, type TextBlock, walkBlocks } from './text-tree.ts'

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

/** A parent that scores nearly as well holds further parts of the text; an only child is its parent. */
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
 * Some pages put each of the first paragraphs into a block of its own, before the block with the rest. A single such
 * block is a summary.
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
