// The pretend supplier directory: searches by keyword, by category and in the addresses of old. It knows nothing of
// the extractors beside it: page and reader must not agree by construction.
import type { SandboxSite, SiteResponse } from '@quarry/kit/source'
import { renderPage } from '../../sandbox/chrome.ts'
import { slugify } from '../../sandbox/slugify.ts'
import { type Form, formOf, resultsPage } from './pages.ts'
import { find, headingById } from './search.ts'
import type { Heading } from './suppliers.ts'

export const sandbox: SandboxSite = ({ url }) => {
  const path = url.pathname.replace(/\/$/, '')
  const category =
    /^\/(suppliers|category|categories|products|browse)(?:\/([^/]+))?\/(?:[^/]*-)?(\d{8})(?:-(\d+))?(\.html)?$/.exec(
      path,
    )
  if (category) {
    const [, , region = '', id = '', page, old] = category
    return categoryResponse(url, { id, region, page: pageOf(url, page), isOld: old !== undefined })
  }
  const keyword = /^(?:\/suppliers)?\/n?search(\.html)?(?:\/([^/]+))?$/.exec(path)
  const term = keyword && termOf(url, keyword[2])
  const heading = headingById(url.searchParams.get('heading') ?? '')
  if (!keyword || (!term && !heading)) return missingPage()
  // The addresses of old lead to the pages of old.
  const form = keyword[1] ? 'old' : 'current'
  return respond(url, { term: term ?? '', heading: heading ?? null, region: '', page: pageOf(url), form })
}

function categoryResponse(
  url: URL,
  { id, region, page, isOld }: { id: string; region: string; page: number; isOld: boolean },
): SiteResponse {
  const heading = headingById(id)
  if (!heading) return missingPage()
  const everywhere = ['', 'usa', 'all-regions'].includes(region)
  const form = isOld ? 'old' : formOf(heading.index)
  return respond(url, { term: heading.name, heading, region: everywhere ? '' : slugify(region), page, form })
}

type Request = { term: string; heading: Heading | null; region: string; page: number; form: Form }

function respond(url: URL, { form, ...wanted }: Request): SiteResponse {
  const filters = (url.searchParams.get('filters') ?? '').split(',').filter((id) => id !== '')
  return { body: resultsPage(find({ ...wanted, filters }), form, url) }
}

function pageOf(url: URL, inPath = '1'): number {
  return Math.max(1, Number(url.searchParams.get('page_number') ?? inPath) || 1)
}

const names = ['searchterm', 'search_term', 'query', 'q', 'what', 'keyword', 'keywords', 'term']

function termOf({ searchParams }: URL, inPath: string | undefined): string | null {
  if (inPath !== undefined) return decodeURIComponent(inPath).replace(/[-+]/g, ' ')
  const given = [...searchParams].find(([name, value]) => names.includes(name.toLowerCase()) && value.trim())
  return given?.[1].trim() ?? null
}

const missingPage = (): SiteResponse => ({
  status: 404,
  body: renderPage({
    title: 'Page not found',
    body: '<h1>We could not find that page</h1>',
    weightKb: 50,
    seed: 'supplierdir',
  }),
})
