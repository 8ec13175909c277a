// The main text of an article: its paragraphs, without captions, share buttons, related stories, comments, lists of
// links and lines such as "Share this". Linear in the length of the page.
import { collapseSpace } from '@quarry/kit/read/clean-text'
import { buildTree, type ElementNode, isElement } from '@quarry/kit/read/dom-tree'
import {
  buildTextTree,
  findContent,
  isBlock,
  linkDensity,
  type TextBlock,
  weighNames,
} from './find-content.ts'
import type { PageData } from './page-data.ts'

const maxChars = 10_000_000
const minTextChars = 140
const enoughChars = 500

/** Names of blocks around a text, unless the name also matches `ofText`. */
const surrounding =
  /(?:^|[\s_-])(?:ads?|advert\w*|banner|breadcrumbs?|comments?|comment-?list|respond|disqus|cookies?|consent|gdpr|foot(?:er)?|site-?header|masthead|menu\w*|navbar|navigation|related\w*|recommend\w*|replies|opinions|ratings?|rss|sidebar\w*|social\w*|sharing?|share\w*|sponsor\w*|pagination|pager|popup|modal|newsletter\w*|subscri\w*|toolbar|trending|most-?(?:read|popular)|outbrain|taboola|author-?(?:bio|box|info)|bio-?box|wp-caption-text|caption|credits?|tags|taglist|promo\w*|teaser\w*|widget|skip-?link|sr-only|visually-?hidden|screen-reader-text|copyright|print-?only|noprint|read-?(?:more|next)|also-?read|more-?stories|next-?up|up-?next|complementary|contentinfo|banner|navigation|search)(?:$|[\s_-])/
const ofText =
  /article-?body|articlebody|entry-?content|post-?content|post-?body|story-?body|article-?content|main-?content|articletext/

/** Names of blocks that are never the text, even if they have half of the letters of the page. */
const others =
  /(?:^|[\s_-])(?:comments?|comment-?list|respond|disqus|replies|related\w*|recommend\w*|sidebar\w*)(?:$|[\s_-])/
const isOther = (names: string, tag: string): boolean =>
  tag === 'aside' || tag === 'footer' || others.test(names)

/**
 * A block with most of the text is always part of it, whatever its name: wrappers are called `ad-portal` and
 * `read-more`.
 */
const isSurrounding = ({ names, tag, allChars, chars, linkChars }: TextBlock, total: number): boolean =>
  hasSurroundingName(names, tag) &&
  (allChars < total * (isOther(names, tag) ? 0.9 : 0.4) || linkChars > chars / 2)

const hasSurroundingName = (names: string, tag: string): boolean =>
  tag === 'footer' ||
  tag === 'aside' ||
  (tag !== 'body' && tag !== 'article' && tag !== 'main' && surrounding.test(names) && !ofText.test(names))

/** Paragraphs with an empty line between them, or null if the page has no main text. */
export function readMainText({ html, title }: Pick<PageData, 'html' | 'title'>): string | null {
  if (html.length > maxChars) return null
  const root = buildTree(html)
  const body = findBody(root)
  const whole = buildTextTree(body, () => false)
  const attempts = [
    () =>
      readText(
        buildTextTree(body, (block) => isSurrounding(block, whole.chars)),
        title,
      ),
    () => readText(whole, title),
  ]
  let longest = ''
  for (const attempt of attempts) {
    const text = attempt()
    if (text.length >= enoughChars) return text
    if (text.length > longest.length) longest = text
  }
  return longest.length < minTextChars ? null : longest
}

const readText = (tree: TextBlock, title: string | null): string =>
  readParagraphs(findContent(tree), title).map(collapseSpace).join('\n\n')

/** The body, or the document if a page has none. */
function findBody(root: ElementNode): ElementNode {
  const html = root.children.filter(isElement).find(({ name }) => name === 'html') ?? root
  return html.children.filter(isElement).find(({ name }) => name === 'body') ?? root
}

type Paragraph = { text: string; isHeading: boolean }

function readParagraphs(content: readonly TextBlock[], title: string | null): string[] {
  const total = content.reduce((sum, { chars }) => sum + chars, 0)
  const paragraphs: Paragraph[] = []
  let current = ''
  const end = (isHeading: boolean) => {
    const text = current.trim()
    current = ''
    if (text !== '' && !isNoise(text)) paragraphs.push({ text, isHeading })
  }
  const visit = (block: TextBlock) => {
    if (isBox(block, total)) return
    const isOwn = isBlock(block.tag)
    const isHeading = /^h[1-6]$/.test(block.tag)
    if (isOwn) end(false)
    for (const child of block.children)
      if (typeof child === 'string') current += child
      else if (child.tag === 'br') current += ' '
      else visit(child)
    if (isOwn) end(isHeading)
  }
  for (const block of content) visit(block)
  end(false)
  return dropHeadings(paragraphs, title)
}

/** Whether a block inside the text is a list of links, a form or a box about something else. */
function isBox(block: TextBlock, total: number): boolean {
  const { tag, chars, links, commas } = block
  if (tag === 'h1') return true
  if (chars === 0 || chars > total * 0.5) return false
  const density = linkDensity(block)
  if (tag === 'p' || tag === 'li') return links > 0 && density > 0.9 && chars < 200
  if (!/^(?:div|section|ul|ol|table|form|dl|aside|header|footer|fieldset|details)$/.test(tag)) return false
  if (tag === 'form' || tag === 'footer' || tag === 'fieldset') return true
  const weight = weighNames(block)
  if (weight < 0 && chars < total * 0.25) return true
  if (tag === 'ul' || tag === 'ol' || tag === 'dl') return density > 0.5 && links > 1
  if (commas > 10) return false
  return density > 0.5 || (density > 0.25 && weight < 25 && links > 2)
}

const noise =
  /^(?:advertisement|anzeige|publicité|share(?: this)?(?: (?:article|story|page|post))?|tweet|print|e-?mail|read more|related(?: \w+){0,2}|see also|follow us.{0,60}|sign up.{0,80}|subscribe.{0,60}|click here.{0,60}|(?:photo|image|picture|foto|credit|bild)s?(?: by| credits?)?\s?:.{0,120}|\(?(?:ap|reuters|getty) photo.{0,80}|loading.{0,20}|comments?(?: \(\d+\))?|\d+ comments?|continue reading.{0,60}|story continues.{0,40}|article continues.{0,40}|(?:read|see|watch|more|also read|read also|lire aussi|lesen sie auch)\s?:.{0,160}|©.{0,200}|copyright .{0,200}|all rights reserved.{0,100}|posted in .{0,100}|follow .{0,60}(?:@|on (?:twitter|facebook|google|instagram)).{0,200}|like us on .{0,40}|(?:now read|more on this|more from [^.]{0,40}|from around the web|around the web|text size).{0,3}(?::.{0,160})?|filed under.{0,100}|tags?\s?:.{0,200})$/i

/** `First Posted: Jul 19, 2013 02:49 AM` and `By Ines Moreau, 31 January 2026`, but no sentence. */
const dateline =
  /^(?:(?:first |last )?(?:[Pp]osted|[Pp]ublished|[Uu]pdated)|By \p{Lu}\S{1,20} \p{Lu}\S{1,20}|First (?:Posted|Published))[^.]{0,90}\b(?:19|20)\d\d\b[^.]{0,30}$/u

const isNoise = (text: string): boolean =>
  text.length < 260 && (noise.test(text) || (text.length < 160 && dateline.test(text)))

const isSentence = (text: string): boolean => text.length > 80 && /[.!?…]["'”’)]?$/.test(text)

/** Headings stay if text follows them; the title of the page is not part of its text. */
function dropHeadings(paragraphs: readonly Paragraph[], title: string | null): string[] {
  const kept: string[] = []
  for (const [index, { text, isHeading }] of paragraphs.entries()) {
    const next = paragraphs[index + 1]
    const isLone = isHeading && !isSentence(text) && (next === undefined || next.isHeading)
    const isTitle = index < 3 && isHeading && title?.includes(text)
    if (!isLone && !isTitle) kept.push(text)
  }
  return kept
}
