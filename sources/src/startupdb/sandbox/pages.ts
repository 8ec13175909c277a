// The pretend startup database's pages: current ones with the state as plain JSON, old ones with it in the older
// escapes, some whose state arrived broken, some without any, and removed subjects that still answer 200.
import {
  escapeAngularJson,
  escapeHtml,
  renderJsonIsland,
  renderLinkedData,
  renderPage,
} from '../../sandbox/chrome.ts'

type Json = Record<string, unknown>

export type EntityPage = {
  type: 'funding_round' | 'event'
  permalink: string
  title: string
  entity: Json
  form: Form
  linkedData?: Json
}

export type Form = 'current' | 'old' | 'broken' | 'stateless'

/** Every 11th subject is on an old page, every 17th on a broken one, and every 13th event has no state. */
export function formOf(number: number, type: EntityPage['type']): Form {
  if (type === 'event' && number % 13 === 7) return 'stateless'
  if (number % 17 === 9) return 'broken'
  return number % 11 === 5 ? 'old' : 'current'
}

export function entityPage({ type, permalink, title, entity, form, linkedData }: EntityPage): string {
  const key = `GET/v4/data/entities/${type}s/${permalink}?layout_mode=view_v2`
  const state = stateOf(key, { status: 200, data: entity })
  return page(title, islandOf(state, form), linkedData)
}

/** A subject that was taken down: the page is whole, and only its state says that there is nothing. */
export const removedPage = (type: EntityPage['type'], permalink: string): string =>
  page(
    'Not available',
    renderJsonIsland(
      'ng-state',
      stateOf(`GET/v4/data/entities/${type}s/${permalink}?layout_mode=view_v2`, {
        status: 404,
        data: [{ message: 'Entity is not available', code: 'MD404' }],
      }),
    ),
  )

export const listPage = (title: string, key: string, answer: Json): string =>
  page(title, renderJsonIsland('ng-state', stateOf(key, { status: 200, data: answer })))

const stateOf = (key: string, entry: Json): Json => ({
  HttpState: {
    'GET/v4/md/applications/web': {
      status: 200,
      data: { features: { a: true }, plan: "it's & <b>free</b>" },
    },
    [key]: entry,
    'GET/v4/data/entities/organizations/veltora?layout_mode=card': {
      status: 200,
      data: { properties: { identifier: { value: 'Promoted' } }, cards: {} },
    },
  },
  'user-state': { anonymous: true },
})

function islandOf(state: Json, form: Form): string {
  if (form === 'stateless') return ''
  if (form === 'old')
    return `<script id="client-app-state" type="application/json">${escapeAngularJson(state)}</script>`
  const island = renderJsonIsland('ng-state', state)
  return form === 'broken' ? `${island.slice(0, island.length >> 1)}</script>` : island
}

const page = (title: string, island: string, linkedData?: Json): string =>
  renderPage({
    title: `${title} - Startup database`,
    head: linkedData ? renderLinkedData(linkedData) : '',
    body: `<profile-header><h1>${escapeHtml(title)}</h1></profile-header><p>Sign up to see every date and amount of this profile.</p>${island}`,
    weightKb: 140,
    seed: 'startupdb',
  })
