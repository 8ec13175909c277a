// The sandbox supplier directory: searches by keyword and by category, also at older addresses, and profiles.
import { createSite, readCount, redirect, renderMessage, route } from '../../sandbox/site.ts'
import { slugify } from '../../sandbox/slugify.ts'
import { chooseForm, type Form, renderResults, siteLook } from './pages.ts'
import { findProfile, renderProfile } from './profile.ts'
import { findHeading, type Search, searchSuppliers } from './search.ts'

export const sandbox = createSite({
  routes: [
    route(
      /^\/(?:suppliers|category|categories|products|browse)(?:\/([^/]+))?\/(?:[^/]*-)?(\d{8})(?:-(\d+))?(\.html)?\/?$/,
      ({ url }, region, id, page, legacy) => {
        const heading = findHeading(id)
        if (!heading) return undefined
        const isEverywhere = ['', 'usa', 'all-regions'].includes(region)
        return respond(url, legacy ? 'old' : chooseForm(heading.index), {
          term: heading.name,
          heading,
          region: isEverywhere ? '' : slugify(region),
          page: readPage(url, page),
        })
      },
    ),
    route(/^(?:\/suppliers)?\/n?search(\.html)?(?:\/([^/]+))?\/?$/, ({ url }, legacy, words) => {
      const term = words ? words.replace(/[-+]/g, ' ') : findTerm(url)
      const heading = findHeading(url.searchParams.get('heading') ?? '') ?? null
      if (!term && !heading) return undefined
      // Older addresses lead to older pages.
      const form = legacy ? 'old' : 'current'
      return respond(url, form, { term, heading, region: '', page: readPage(url) })
    }),
    route(/^\/company\/(?:[^/]*-)?(\d{1,20})(?:\/profile)?\/?$/, ({ url }, id) => {
      const profile = findProfile(id)
      // Other words before the number lead to the full address.
      return profile && (url.pathname === profile.path ? renderProfile(profile) : redirect(profile.path))
    }),
  ],
  notFound: () => renderMessage(siteLook, 404, 'We could not find that page', 'Page not found'),
})

function respond(url: URL, form: Form, search: Omit<Search, 'filters'>): string {
  const filters = (url.searchParams.get('filters') ?? '').split(',').filter((id) => id !== '')
  return renderResults(searchSuppliers({ ...search, filters }), form, url)
}

const readPage = (url: URL, pathNumber = ''): number =>
  readCount(url, 'page_number', { otherwise: Number(pathNumber) || 1 })

const termNames = ['searchterm', 'search_term', 'query', 'q', 'what', 'keyword', 'keywords', 'term']

function findTerm({ searchParams }: URL): string {
  const parameter = [...searchParams].find(
    ([name, value]) => termNames.includes(name.toLowerCase()) && value.trim(),
  )
  return parameter?.[1].trim() ?? ''
}
