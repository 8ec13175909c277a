// The authors that a page names, in its data or in its byline. Addresses of profiles are not names.
import { decodeEntities } from '@quarry/kit/read/clean-text'
import { findPlaces, type Place } from './dom-basics.ts'
import type { Item, PageData } from './page-data.ts'
import type { Picker } from './picker.ts'
import { listNames } from './values.ts'

const maxAuthors = 20
const maxNameChars = 80

/** All authors that the page names. If its meta tags name only the site itself, the byline counts. */
export function findAuthors(
  data: PageData,
  items: readonly Item[],
  picker: Picker,
  publisher: string | null,
): string[] {
  const linked = picker.pickList<string>(
    ...items.map(
      ({ form, node }) => [form, () => cleanNames(listNames(data, node.author ?? node.creator))] as const,
    ),
  )
  if (linked.length > 0) return linked
  const authors = findNamed(data, picker)
  const isSite = authors.length === 1 && publisher !== null && toLetters(authors[0]) === toLetters(publisher)
  const byline = isSite ? findByline(data, false) : []
  return byline.length > 0 ? picker.pickList<string>(['dom', () => byline]) : authors
}

const toLetters = (text = ''): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

function findNamed(data: PageData, picker: Picker): string[] {
  const metas = (...names: string[]) =>
    cleanNames(names.map((name) => data.metaList(name)).find((list) => cleanNames(list).length > 0) ?? [])
  return picker.pickList<string>(
    [
      'meta',
      () =>
        metas(
          'author',
          'parsely-author',
          'sailthru.author',
          'byl',
          'dc.creator',
          'dcterms.creator',
          'dc.creator.creator',
          'citation_author',
        ),
    ],
    [
      'open-graph',
      () => metas('article:author', 'article:author_name', 'og:article:author', 'og:author', 'book:author'),
    ],
    ['dom', () => findByline(data)],
  )
}

/**
 * The first of these with a name of at least two words is used: other elements of these classes hold pictures and
 * links.
 */
const bylines: readonly Place[] = [
  [/itemprop=["']?author/i, '[itemprop~="author"] [itemprop="name"]'],
  [/itemprop=["']?author/i, '[itemprop~="author"]'],
  [/rel=["']?[^"'>]{0,20}author/i, '[rel~="author"]'],
  [/<address/i, 'address [class*="author" i]'],
  [/author/i, 'a[class*="author" i]'],
  [/author[-_]?name/i, '[class*="author-name" i], [class*="author_name" i], [class*="authorname" i]'],
  [/id=["']?byline/i, '[id="byline" i]'],
  [/byline/i, '[class*="byline" i] [class*="author" i]'],
  [/byline/i, '[class*="byline" i] a'],
  [/author/i, '[class*="author" i] a'],
  [/\/author\//i, 'a[href*="/author/" i]'],
  [/by-?_?line/i, '[class*="byline" i], [class*="by_line" i], [class*="by-line" i]'],
  [/author/i, '[class*="author" i]'],
]

function findByline(data: PageData, withSidebars = true): string[] {
  for (const element of findPlaces(data, bylines, withSidebars)) {
    const name = cleanName(element.text() ?? '')
    if (name !== null && isPerson(name)) return [name]
  }
  if (!withSidebars) return []
  const name = cleanName(decodeEntities(bylineInText.exec(data.html)?.[1] ?? ''))
  return name === null ? [] : [name]
}

const isPerson = (name: string): boolean => !/\d/.test(name) && /\S\s+\S|\p{Script=Han}{2}/u.test(name)

/** Text such as `By Ines Moreau, Staff Writer` in an element whose class name does not mention an author. */
const bylineInText =
  />\s{0,40}(?:(?:Written|Posted|Published|Story)\s)?(?:[Bb]y|BY):?\s{1,5}(?:<[^>]{1,300}>\s{0,40}){0,2}(\p{Lu}[\p{L}'’.-]{1,20}(?:\s\p{Lu}[\p{L}'’.-]{0,20}){1,3})\s{0,40}[<,|]/u

function cleanNames(texts: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const text of texts) {
    const name = cleanName(text)
    if (name !== null && !byKey.has(name.toLowerCase())) byKey.set(name.toLowerCase(), name)
  }
  return [...byKey.values()].slice(0, maxAuthors)
}

const prefix =
  /^(?:(?:written |posted |published |story |words |recipe )?by\b|von\b|par\b|por\b|door\b|text:|author:|autor:|auteur\s?:)[\s:]{0,5}/i

/** Texts of links in bylines that are not names. */
const action =
  /^(?:view|follow|get|see|read|show|more|about|contact|e-?mail|share|subscribe|comments?|all|posts|articles|stories|log ?in|sign)\b/i

function cleanName(text: string): string | null {
  const name = turnName(cutDetails(text.slice(0, 300).replace(prefix, '').trim()))
  if (action.test(name)) return null
  const isName = name !== '' && name.length <= maxNameChars && !/https?:|^www\.|@|^\/|[<>{}=]/.test(name)
  return isName && /\p{L}/u.test(name) ? name : null
}

/** `Moreau, Ines` becomes Ines Moreau; a name with a title after the comma is unchanged. */
const turnName = (name: string): string =>
  name.replace(/^(\p{Lu}\p{Ll}[\p{L}'’-]*), (\p{Lu}\p{Ll}[\p{L}'’-]*)$/u, (whole, last, first) =>
    /^(?:Jr|Sr|Esq|Dr|Editor|Reporter|Staff)$/.test(first) ? whole : `${first} ${last}`,
  )

/** What follows a name after a comma: a post, or an agency. */
const role =
  /^,\s.{0,60}\b(?:associated press|reuters|writer|correspondent|reporter|editor|columnist|contributor|producer|journalist)s?$/i

/** `Ines Moreau | 31 January` and `Ines Moreau, Staff Writer` begin with the name. */
function cutDetails(text: string): string {
  const at = text.search(/[|•·@]|,\s|\s(?:on|at|am|le)\s|\d{4}-\d{2}-\d{2}|\s\d{1,2}[./ ]\S{1,9}[./ ]\d{4}/i)
  const isCut = at > 0 && (/[\d|•·@]/.test(text.slice(at)) || role.test(text.slice(at)))
  const name = isCut ? text.slice(0, at) : text
  return name.replace(/\s\p{L}{3,9}\.?\s\d{1,2}$/u, '').trim()
}
