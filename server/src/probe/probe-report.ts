// Formats a probe for the terminal: a few lines for each endpoint of a provider, and a summary.
import type { Probe } from './probe-provider.ts'
import type { LastProbe } from './probe-store.ts'

/** Fields of the last probe that are missing now; null where the two cannot be compared. */
export function findLostFields(last: LastProbe | null, { params, result }: Probe): string[] | null {
  if (last === null || last.params !== JSON.stringify(params)) return null
  if (result.kind === 'failed' || result.kind === 'refused') return null
  const came = new Set(result.kind === 'found' ? result.came : [])
  return last.came.filter((name) => !came.has(name))
}

export function formatProbe(probe: Probe, lost: readonly string[] | null): string {
  const { configured, provider, result, ms } = probe
  const { came = [], missing = [] } = result.kind === 'found' ? result : {}
  return [
    `${provider.name}  ${configured.endpoint.path.replace(/^\/v2\//, '')}: ${formatResult(probe)}, ${ms} ms`,
    ...formatNames('came', came),
    ...formatNames('did not come', missing),
    ...formatNames('vanished since the last probe', lost ?? []),
    '',
  ].join('\n')
}

const formatNames = (title: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`  ${title}: ${names.join(', ')}`]

function formatResult({ result }: Probe): string {
  switch (result.kind) {
    case 'found':
      return `${result.fields ?? 'no'} fields${result.isPartial ? ', not all that there is' : ''}`
    case 'not_found':
      return 'has no record of its example'
    case 'refused':
      return `cannot be asked its example (${result.why})`
    case 'failed':
      return `failed (${result.why})`
  }
}

export function formatSummary(probes: readonly Probe[]): string {
  const found = probes.filter(({ result }) => result.kind === 'found').length
  return `${found} of ${probes.length} answered with a record.\n`
}
