// The pages of the sandbox startup database: current ones with the state as plain JSON, old ones with it in the older
// escapes, some whose state is cut off, some without a state, and removed subjects that still answer 200.
import {
  cutIsland,
  escapeAngularJson,
  escapeHtml,
  renderJsonIsland,
  renderLinkedData,
  renderPage,
} from '../../sandbox/chrome.ts'
import type { SiteLook } from '../../sandbox/site.ts'

type Json = Record<string, unknown>

export type EntityPage = {
  type: 'funding_round' | 'event'
  permalink: string
  title: string
  entity: Json
  form: Form
  linkedData?: Json
}

type Form = 'current' | 'old' | 'broken' | 'stateless'

export const siteLook: SiteLook = { seed: 'startupdb', lang: 'en', weightKb: 60 }

/** Every 11th subject is on an old page, every 17th on a broken one, and every 13th event has no state. */
export function chooseForm(number: number, type: EntityPage['type']): Form {
  if (type === 'event' && number % 13 === 7) return 'stateless'
  if (number % 17 === 9) return 'broken'
  return number % 11 === 5 ? 'old' : 'current'
}

const toStateKey = (type: EntityPage['type'], permalink: string): string =>
  `GET/v4/data/entities/${type}s/${permalink}?layout_mode=view_v2`

export const entityPage = ({ type, permalink, title, entity, form, linkedData }: EntityPage): string =>
  page(title, toStateKey(type, permalink), { status: 200, data: entity }, form, linkedData)

/** The page of a removed subject: only its state says that there is nothing. */
export const removedPage = (type: EntityPage['type'], permalink: string): string =>
  page('Not available', toStateKey(type, permalink), {
    status: 404,
    data: [{ message: 'Entity is not available', code: 'MD404' }],
  })

export const listPage = (title: string, key: string, answer: Json): string =>
  page(title, key, { status: 200, data: answer })

function page(title: string, key: string, entry: Json, form: Form = 'current', linkedData?: Json): string {
  const island = renderIsland(buildState(key, entry), form)
  return renderPage({
    ...siteLook,
    title: `${title} - Startup database`,
    head: linkedData ? renderLinkedData(linkedData) : '',
    body: `<profile-header><h1>${escapeHtml(title)}</h1></profile-header><p>Sign up to see every date and amount of this profile.</p>${island}`,
    weightKb: 140,
  })
}

const buildState = (key: string, entry: Json): Json => ({
  HttpState: {
    'GET/v4/md/applications/web': { status: 200, data: { plan: "it's & <b>free</b>" } },
    [key]: entry,
    'GET/v4/data/entities/organizations/veltora?layout_mode=card': {
      status: 200,
      data: { properties: { identifier: { value: 'Promoted' } }, cards: {} },
    },
  },
  'user-state': { anonymous: true },
})

function renderIsland(state: Json, form: Form): string {
  if (form === 'stateless') return ''
  if (form === 'old')
    return `<script id="client-app-state" type="application/json">${escapeAngularJson(state)}</script>`
  const island = renderJsonIsland('ng-state', state)
  return form === 'broken' ? cutIsland(island) : island
}
