// The routes of the console. Views load when they are first opened; filters and ranges are in the URL, so that links
// show the same view.
import { createRootRoute, createRoute, createRouter, Link, lazyRouteComponent } from '@tanstack/react-router'
import { Frame } from './frame.tsx'
import { t } from './text.ts'
import { Empty } from './ui/parts.tsx'
import type { SearchParams } from './ui/search.tsx'

/** Parameters with a value, as texts. */
const toEntries = (search: Record<string, unknown>): [string, string][] =>
  Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  )
const validateSearch = (search: Record<string, unknown>): SearchParams =>
  Object.fromEntries(toEntries(search))

const NotFound = () => (
  <Empty title={t('There is no such page')}>
    <Link to="/">{t('Overview')}</Link>
  </Empty>
)

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound })

const view = (path: string, load: () => Promise<{ View: () => React.ReactNode }>) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch,
    component: lazyRouteComponent(load, 'View'),
  })

const tree = root.addChildren([
  view('/', () => import('./views/overview.tsx')),
  view('/console/playground', () => import('./views/playground.tsx')),
  view('/console/calls', () => import('./views/calls.tsx')),
  view('/console/jobs', () => import('./views/jobs.tsx')),
  view('/console/watches', () => import('./views/watches.tsx')),
  view('/console/keys', () => import('./views/keys.tsx')),
  view('/console/webhooks', () => import('./views/webhooks.tsx')),
  view('/console/accounts', () => import('./views/accounts.tsx')),
  view('/console/providers', () => import('./views/providers.tsx')),
  view('/console/sources', () => import('./views/sources.tsx')),
  view('/console/changes', () => import('./views/changes.tsx')),
  view('/console/settings', () => import('./views/settings.tsx')),
])

export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Plain query strings; the default of the router is JSON.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(toEntries(search)).toString()
    return text === '' ? '' : `?${text}`
  },
})
