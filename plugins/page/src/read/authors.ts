// The authors that a page names, in its data or in its byline. Addresses of profiles are no names.
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

/** The first that has a name with two words at least: other elements of these classes hold pictures and links. */
const bylines = [
  '[itemprop~="author"] [itemprop="name"]',
  '[itemprop~="author"]',
  '[rel~="author"]',
  'address [class*="author" i]',
  'a[class*="author" i]',
  '[class*="author-name" i], [class*="author_name" i], [class*="authorname" i]',
  '[class*="byline" i] a',
  '[class*="author" i] a',
  'a[href*="/author/" i]',
  '[class*="byline" i]',
  '[class*="author" i]',
]

function findByline(data: PageData): string[] {
  const dom = data.dom()
  for (const selector of bylines) {
    const names = cleanNames(
      dom
        .all(selector)
        .slice(0, 5)
        .flatMap((element) => element.text() ?? []),
    )
    const full = names.find((name) => /\S\s+\S/.test(name))
    if (full !== undefined) return [full]
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

function cleanName(text: string): string | null {
  const name = cutDetails(text.slice(0, 300).replace(prefix, '').trim())
  const isName = name !== '' && name.length <= maxNameChars && !/https?:|^www\.|@|^\/|[<>{}=]/.test(name)
  return isName && /\p{L}/u.test(name) ? name : null
}

/** `Ines Moreau | 31 January` and `Ines Moreau, Editor since 2019` begin with the name. */
function cutDetails(text: string): string {
  const at = text.search(/[|•·@]|,\s|\s(?:on|at|am|le)\s/i)
  return at > 0 && /[\d|•·@]/.test(text.slice(at)) ? text.slice(0, at).trim() : text
}
