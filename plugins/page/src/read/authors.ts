// The authors that a page names, in its data or in its byline. Addresses of profiles are no names.
import { findPlaces, type Place } from './find-places.ts'
import type { Item, PageData } from './page-data.ts'
import type { Picker } from './picker.ts'
import { listNames } from './values.ts'

const maxAuthors = 20
const maxNameChars = 80

export function findAuthors(data: PageData, items: readonly Item[], picker: Picker): string[] {
  const metas = (...names: string[]) =>
    cleanNames(names.map((name) => data.metaList(name)).find((list) => cleanNames(list).length > 0) ?? [])
  return picker.pickList<string>(
    ...items.map(
      ({ form, node }) => [form, () => cleanNames(listNames(data, node.author ?? node.creator))] as const,
    ),
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
  [/byline/i, '[class*="byline" i] a'],
  [/author/i, '[class*="author" i] a'],
  [/\/author\//i, 'a[href*="/author/" i]'],
  [/byline/i, '[class*="byline" i]'],
  [/author/i, '[class*="author" i]'],
]

function findByline(data: PageData): string[] {
  for (const element of findPlaces(data, bylines)) {
    const name = cleanName(element.text() ?? '')
    if (name !== null && !/\d/.test(name) && /\S\s+\S|\p{Script=Han}{2}/u.test(name)) return [name]
  }
  return []
}

function cleanNames(texts: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const text of texts) {
    const name = cleanName(text)
    if (name !== null && !byKey.has(name.toLowerCase())) byKey.set(name.toLowerCase(), name)
  }
  return [...byKey.values()].slice(0, maxAuthors)
}

const prefix =
  /^(?:(?:written |posted |published |story |words )?by\b|von\b|par\b|por\b|door\b|text:|author:|autor:|auteur\s?:)[\s:]{0,5}/i

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

/** `Ines Moreau | 31 January` and `Ines Moreau, Editor since 2019` begin with the name. */
function cutDetails(text: string): string {
  const at = text.search(/[|•·@]|,\s|\s(?:on|at|am|le)\s|\d{4}-\d{2}-\d{2}|\s\d{1,2}[./ ]\S{1,9}[./ ]\d{4}/i)
  const name = at > 0 && /[\d|•·@]/.test(text.slice(at)) ? text.slice(0, at) : text
  return name.replace(/\s\p{L}{3,9}\.?\s\d{1,2}$/u, '').trim()
}
