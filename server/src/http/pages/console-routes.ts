// Serves the console page at `/` and at the path of each view, its files, and the public status page, which needs neither
// scripts nor a build. The files are listed at startup; without a build the server runs without the console.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Static } from '@quarry/kit/schema'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../platform/errors.ts'
import { escapeHtml } from '../docs/docs-html.ts'
import type { statusDocument } from '../routes/status.ts'
import { contentPolicy, createFileLoader, createPreparer, sendPrepared } from './prepared-body.ts'

const folder = fileURLToPath(new URL('../../../../console/dist', import.meta.url))
const assets = join(folder, 'assets')
const pageHeaders = {
  'content-security-policy': contentPolicy,
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
const withoutBuild = 'The console is not built. Run `npm run build`.\n'

export function addConsoleRoutes(server: FastifyInstance, statusPage: () => Promise<string>): void {
  // Only listed files are read, so no name can escape the folder.
  const names = new Set(existsSync(assets) ? readdirSync(assets) : [])
  const loadFile = createFileLoader()

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.headers(pageHeaders)
    if (names.size === 0) return reply.code(404).type('text/plain; charset=utf-8').send(withoutBuild)
    return sendPrepared(request, reply, await loadFile(join(folder, 'index.html')))
  }

  server.get('/', sendPage)
  // An address that people are likely to try.
  for (const path of ['/console', '/console/'])
    server.get(path, (_request, reply) => reply.redirect('/', 302))
  server.get('/console/:view', sendPage)
  server.get('/console/assets/:name', async (request, reply) => {
    const { name } = request.params as { name: string }
    if (!names.has(name)) throw new Refusal('unknown_route')
    const file = await loadFile(join(assets, name))
    // The name changes with the content.
    return sendPrepared(request, reply, file, 'public, max-age=31536000, immutable')
  })

  const prepareStatus = createPreparer('text/html; charset=utf-8', (document: string) =>
    statusHtml(JSON.parse(document) as StatusDocument),
  )
  server.get('/status', async (request, reply) => {
    const page = await prepareStatus(await statusPage())
    reply.headers(pageHeaders)
    return sendPrepared(request, reply, page)
  })
}

type StatusDocument = Static<typeof statusDocument>
type EndpointStatus = StatusDocument['endpoints'][number]
type Incident = EndpointStatus['incidents'][number]
type Day = EndpointStatus['history'][number]

const goodFrom = 0.99
const fairFrom = 0.95

/** The current state, the incidents of the last 30 days and the history of each endpoint: the data of /v2/status. */
function statusHtml({ at, endpoints }: StatusDocument): string {
  const degraded = endpoints.filter(({ status }) => status === 'degraded')
  const isComplete = endpoints.every(({ status }) => status !== 'not_configured')
  const summary =
    degraded.length === 0
      ? `All ${isComplete ? '' : 'configured '}endpoints are operational`
      : `${degraded.length} of ${endpoints.length} endpoints ${degraded.length === 1 ? 'is' : 'are'} degraded`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Quarry status</title>
<link rel="icon" href="/docs/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/theme.css">
<link rel="stylesheet" href="/docs/status.css">
</head>
<body>
<header><a href="/"><img src="/docs/favicon.svg" alt="" width="24" height="24"> Quarry</a> <nav aria-label="Pages"><a href="/docs">Reference</a> <a href="/">Console</a></nav></header>
<main>
<h1>Status</h1>
<p class="summary ${degraded.length === 0 ? 'good' : 'bad'}">${summary}</p>
<p class="quiet">Status over the last ten minutes; days in UTC. Updated ${timeHtml(at)}.</p>
<ul class="endpoints">
${endpoints.map(endpointHtml).join('\n')}
</ul>
<p class="legend quiet"><span class="day good"></span> at least 99% <span class="day fair"></span> at least 95% <span class="day bad"></span> below 95% <span class="day none"></span> no lookups</p>
<section aria-labelledby="incidents">
<h2 id="incidents">Incidents of the last 30 days</h2>
${incidentsHtml(endpoints)}
</section>
</main>
</body>
</html>
`
}

function endpointHtml({ path, status, alarms, history }: EndpointStatus): string {
  const measured = history.flatMap(({ uptime }) => uptime ?? [])
  const uptime = measured.length === 0 ? null : measured.reduce((sum, one) => sum + one, 0) / measured.length
  const latest = history.findLast(({ p50_ms: p50 }) => p50 !== null)
  const facts = [
    uptime === null ? 'no lookups in 30 days' : `${formatPercent(uptime)} in 30 days`,
    ...(latest ? [`p50 ${latest.p50_ms} ms`, `p95 ${latest.p95_ms} ms`] : []),
  ]
  return `<li>
<div class="head"><h2><code>${escapeHtml(path)}</code></h2><span class="label ${status}">${status.replace('_', ' ')}</span></div>
<div class="days" role="img" aria-label="${escapeHtml(`The last 30 days: ${facts[0]}`)}">${history.map(dayHtml).join('')}</div>
<p class="quiet">${facts.join(' · ')}</p>
${alarms.map((alarm) => `<p class="alarm">${escapeHtml(describeAlarm(alarm))}, since ${timeHtml(alarm.since)}</p>`).join('\n')}
</li>`
}

const maxIncidents = 50

/** Ongoing ones first, then the latest to end. */
function incidentsHtml(endpoints: readonly EndpointStatus[]): string {
  const all = [
    ...endpoints.flatMap(({ path, alarms }) => alarms.map((alarm) => ({ ...alarm, path, until: null }))),
    ...endpoints
      .flatMap(({ path, incidents }) => incidents.map((incident) => ({ ...incident, path })))
      .sort((a, b) => (a.until < b.until ? 1 : -1)),
  ]
  if (all.length === 0) return '<p class="quiet">None.</p>'
  const items = all.slice(0, maxIncidents).map(
    ({ path, provider, since, until, ...alarm }) => `<li>
<p><code>${escapeHtml(path)}</code> ${escapeHtml(describeAlarm(alarm))} <span class="quiet">(${escapeHtml(provider)})</span></p>
<p class="quiet">${until === null ? `<strong class="label degraded">Ongoing</strong>, since ${timeHtml(since)}` : `${timeHtml(since)} to ${timeHtml(until)}`}</p>
</li>`,
  )
  return `<ul class="incidents">\n${items.join('\n')}\n</ul>`
}

function describeAlarm({ field, form, kind }: Pick<Incident, 'field' | 'form' | 'kind'>): string {
  if (field === null) return `pages in the form ${form} occur less often than before`
  if (kind === 'presence') return `${field} is missing more often than before`
  if (kind === 'number') return `${field} has different values than before`
  return `${field} has a different length than before`
}

const timeHtml = (moment: string): string =>
  `<time datetime="${escapeHtml(moment)}">${escapeHtml(moment.replace('T', ' ').slice(0, 16))} UTC</time>`

const dayHtml = ({ day, uptime, p95_ms: p95 }: Day): string =>
  `<span class="day ${toLevel(uptime)}" title="${escapeHtml(day)}: ${uptime === null ? 'no lookups' : `${formatPercent(uptime)}, p95 ${p95} ms`}"></span>`

const toLevel = (uptime: number | null): string => {
  if (uptime === null) return 'none'
  if (uptime >= goodFrom) return 'good'
  return uptime >= fairFrom ? 'fair' : 'bad'
}

const formatPercent = (share: number): string => `${(share * 100).toFixed(share === 1 ? 0 : 2)}%`
