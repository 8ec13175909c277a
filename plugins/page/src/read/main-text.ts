// The main text of an article: the paragraphs that a reader comes for, without captions, share buttons, related stories
// and comments. Linear in the length of the page.
import { collapseSpace } from '@quarry/kit/read/clean-text'
import { buildTree, type ElementNode, isElement } from '@quarry/kit/read/dom-tree'
import { findContent } from './find-content.ts'
import type { PageData } from './page-data.ts'
import { readParagraphs } from './read-paragraphs.ts'
import { buildTextTree } from './text-tree.ts'

const maxChars = 10_000_000
const minTextChars = 140
const enoughChars = 500

/** Names of what surrounds a text, unless the name speaks of the text itself. */
const surrounding =
  /(?:^|[\s_-])(?:ads?|advert\w*|banner|breadcrumbs?|comments?|comment-?list|respond|disqus|cookies?|consent|gdpr|foot(?:er)?|site-?header|masthead|menu\w*|navbar|navigation|related\w*|recommend\w*|replies|rss|sidebar\w*|social\w*|sharing?|share\w*|sponsor\w*|pagination|pager|popup|modal|newsletter\w*|subscri\w*|toolbar|trending|most-?(?:read|popular)|outbrain|taboola|author-?(?:bio|box|info)|bio-?box|wp-caption-text|caption|credits?|tags|taglist|promo\w*|teaser\w*|widget|skip-?link|sr-only|visually-?hidden|screen-reader-text|copyright|print-?only|noprint|read-?(?:more|next)|also-?read|more-?stories|next-?up|up-?next|complementary|contentinfo|banner|navigation|search)(?:$|[\s_-])/
const ofText =
  /article-?body|articlebody|entry-?content|post-?content|post-?body|story-?body|article-?content|main-?content|articletext/

const isSurrounding = (names: string, tag: string): boolean =>
  tag === 'footer' ||
  tag === 'aside' ||
  (tag !== 'body' && tag !== 'article' && tag !== 'main' && surrounding.test(names) && !ofText.test(names))

/** Paragraphs with an empty line between them, or null where the page has no main text. */
export function readMainText({ html, title }: Pick<PageData, 'html' | 'title'>): string | null {
  if (html.length > maxChars) return null
  const root = buildTree(html)
  const body = findBody(root)
  const attempts = [isSurrounding, () => false].map((isRemoved) => () => readText(body, isRemoved, title))
  let longest = ''
  for (const attempt of attempts) {
    const text = attempt()
    if (text.length >= enoughChars) return text
    if (text.length > longest.length) longest = text
  }
  return longest.length < minTextChars ? null : longest
}

function readText(
  body: ElementNode,
  isRemoved: (names: string, tag: string) => boolean,
  title: string | null,
): string {
  const tree = buildTextTree(body, isRemoved)
  const content = findContent(tree)
  return readParagraphs(content, title).map(collapseSpace).join('\n\n')
}

/** The body, or the document where a page has none. */
function findBody(root: ElementNode): ElementNode {
  const html = root.children.filter(isElement).find(({ name }) => name === 'html') ?? root
  return html.children.filter(isElement).find(({ name }) => name === 'body') ?? root
}
