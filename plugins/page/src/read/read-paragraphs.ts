// Writes the content of a page as paragraphs and leaves out what is not text of the article: lists of links, boxes,
// headings without text below them, and lines such as "Share this".
import { weighNames } from './find-content.ts'
import { isBlock, linkDensity, type TextBlock } from './text-tree.ts'

type Paragraph = { text: string; isHeading: boolean }

export function readParagraphs(content: readonly TextBlock[], title: string | null): string[] {
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

/** Headings stay where text follows; the title of the page is not part of its text. */
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
