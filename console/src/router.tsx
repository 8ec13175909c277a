// The addresses of the console. Each view is loaded when it is first opened; filters and ranges stand in the address, so
// that a link shows what its sender saw.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { Frame } from './frame.tsx'
import { NotFound } from './ui/not-found.tsx'
import type { Search } from './ui/search.ts'

/** Texts alone: every parameter of a view is one. */
const validateSearch = (given: Record<string, unknown>): Search =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
    ),
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
  // As they would be written by hand; the usual way writes JSON.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(
      Object.entries(search).flatMap(([name, value]) =>
        value === undefined || value === '' ? [] : [[name, String(value)]],
      ),
    ).toString()
    return text === '' ? '' : `?${text}`
  },
})
