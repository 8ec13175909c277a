// Formats a probe for the terminal: a few lines for each endpoint of a provider, and a summary.
import type { FailureReason } from '@quarry/kit/errors'
import type { RobotsPage } from '../../fetching/robots.ts'
import type { Probe } from './probe-provider.ts'
import type { LastProbe } from './probe-store.ts'

/** Fields of the last probe that are missing now; null if the two cannot be compared. */
export function findLostFields(last: LastProbe | null, { params, result }: Probe): string[] | null {
  if (last === null || last.params !== JSON.stringify(params)) return null
  if (result.kind === 'failed' || result.kind === 'refused') return null
  const came = new Set(result.kind === 'found' ? result.came : [])
  return last.came.filter((name) => !came.has(name))
}

export function formatProbe(
  probe: Probe,
  lost: readonly string[] | null,
  robotsPages: readonly RobotsPage[],
): string {
  const { configured, provider, result, ms } = probe
  const { came = [], missing = [] } = result.kind === 'found' ? result : {}
  return [
    `${provider.name}  ${configured.endpoint.path.replace(/^\/v2\//, '')}: ${formatResult(probe)}, ${ms} ms`,
    ...formatNames('came', came),
    ...formatNames('missing', missing),
    ...formatNames('lost since the last probe', lost ?? []),
    ...robotsPages.map(formatRobotsPage),
    '',
  ].join('\n')
}

const formatNames = (title: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`  ${title}: ${names.join(', ')}`]

const formatRobotsPage = ({ origin, kind }: RobotsPage): string =>
  kind === 'wall'
    ? `  ${origin}/robots.txt is a bot check: nothing is fetched from this site`
    : `  ${origin}/robots.txt is a web page: it counts as no file, so every address is allowed`

function formatResult({ result }: Probe): string {
  switch (result.kind) {
    case 'found':
      return `${result.fields ?? 'no'} fields${result.isPartial ? ', incomplete' : ''}`
    case 'not_found':
      return 'has no record for its example'
    case 'refused':
      return `cannot look up its example (${result.why})`
    case 'failed':
      return `failed (${result.why})`
  }
}

/** A probe, and whether any response came. */
export type Row = Probe & { isReachable: boolean }

export function formatSummary(rows: readonly Row[]): string {
  const found = rows.filter(({ result }) => result.kind === 'found').length
  const table = [
    ['provider', 'endpoint', 'reachable', 'answered', 'fields', 'licence stated', 'ms', 'what to do'],
    ...rows.map(formatRow),
  ]
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  )
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const nothing = rows.every(({ isReachable }) => !isReachable)
    ? 'No provider could be reached: check that this machine has internet access.\n'
    : ''
  return `${lines.join('\n')}\n\n${found} of ${rows.length} answered with a record.\n${nothing}`
}

const formatRow = (row: Row): string[] => [
  row.provider.name,
  row.configured.endpoint.path.replace(/^\/v2\//, ''),
  row.isReachable ? 'yes' : 'no',
  row.result.kind === 'found' ? 'yes' : 'no',
  (row.result.kind === 'found' ? row.result.fields : null) ?? '-',
  row.licence ?? '-',
  String(row.ms),
  advise(row),
]

const byReason: Partial<Record<FailureReason, string>> = {
  upstream_timeout: 'raise limits.upstream_try_ms, or try again later',
  upstream_paced: 'wait; its rate limit is reached',
  page_changed: 'record the answer with --record and report it',
  internal: 'report it with the line above',
}

/** What the operator should do; empty if all is well. */
function advise({ result, isReachable, licence, provider }: Row): string {
  if (!isReachable && result.kind === 'failed') return 'check the network, DNS and proxy of this machine'
  if (result.kind === 'failed' && result.reason === 'upstream_blocked')
    return provider.definition.api?.credentials
      ? `check ${provider.definition.api.credentials.env}`
      : 'the service refuses this address; see docs/providers.md'
  if (result.kind === 'failed') return byReason[result.reason] ?? 'try again later'
  if (result.kind === 'refused') return 'report the example; it is refused'
  if (result.kind === 'not_found') return 'try a call of your own; the example may no longer exist'
  if (licence !== null && licence !== provider.licence)
    return `set providers.${provider.name}.licence to ${JSON.stringify(licence)}`
  return ''
}
