// The main text of an article: the paragraphs that a reader comes for, without captions, share buttons, related stories
// and comments. Linear in the length of the page.
import { collapseSpace } from '@quarry/kit/read/clean-text'
import { buildTree, type ElementNode, isElement } from '@quarry/kit/read/dom-tree'
import { findContent } from './find-content.ts'
import type { PageData } from './page-data.ts'
import { readParagraphs } from './read-paragraphs.ts'
import { buildTextTree, type TextBlock } from './text-tree.ts'

const maxChars = 10_000_000
const minTextChars = 140
const enoughChars = 500

/** Names of blocks around a text, unless the name also matches `ofText`. */
const surrounding =
  /(?:^|[\s_-])(?:ads?|advert\w*|banner|breadcrumbs?|comments?|comment-?list|respond|disqus|cookies?|consent|gdpr|foot(?:er)?|site-?header|masthead|menu\w*|navbar|navigation|related\w*|recommend\w*|replies|opinions|ratings?|rss|sidebar\w*|social\w*|sharing?|share\w*|sponsor\w*|pagination|pager|popup|modal|newsletter\w*|subscri\w*|toolbar|trending|most-?(?:read|popular)|outbrain|taboola|author-?(?:bio|box|info)|bio-?box|wp-caption-text|caption|credits?|tags|taglist|promo\w*|teaser\w*|widget|skip-?link|sr-only|visually-?hidden|screen-reader-text|copyright|print-?only|noprint|read-?(?:more|next)|also-?read|more-?stories|next-?up|up-?next|complementary|contentinfo|banner|navigation|search)(?:$|[\s_-])/
const ofText =
  /article-?body|articlebody|entry-?content|post-?content|post-?body|story-?body|article-?content|main-?content|articletext/

/** Names of blocks that are never the text, even where they have half of the letters of the page. */
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

/** Paragraphs with an empty line between them, or null where the page has no main text. */
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

/** The body, or the document where a page has none. */
function findBody(root: ElementNode): ElementNode {
  const html = root.children.filter(isElement).find(({ name }) => name === 'html') ?? root
  return html.children.filter(isElement).find(({ name }) => name === 'body') ?? root
}
