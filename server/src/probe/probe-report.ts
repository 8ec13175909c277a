// A probe in words: a few lines for each endpoint of a provider, and one for all of them.

import type { Probed } from './ask-live.ts'
import type { LastProbe } from './probe-store.ts'

/** Fields that the last answer had and this one has not; null where there is nothing to hold it against. */
export function findLostFields(last: LastProbe | null, { params, result }: Probed): string[] | null {
  // Another question has other fields, and one that could not be asked or answered says nothing of them.
  if (last === null || last.params !== JSON.stringify(params)) return null
  if (result.kind === 'failed' || result.kind === 'refused') return null
  const came = new Set(result.kind === 'found' ? result.came : [])
  return last.came.filter((name) => !came.has(name))
}

export function formatProbe(probed: Probed, vanished: readonly string[] | null): string {
  const { configured, through, result, ms } = probed
  const name = `${through.name}  ${configured.endpoint.path.replace(/^\/v2\//, '')}`
  return [
    `${name}: ${whatCame(probed)}, ${ms} ms`,
    ...(result.kind === 'found'
      ? [listed('came', result.came), listed('did not come', result.missing)].flat()
      : []),
    ...listed('vanished since the last probe', vanished ?? []),
    '',
  ].join('\n')
}

const listed = (what: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`  ${what}: ${names.join(', ')}`]

function whatCame({ result }: Probed): string {
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

export function formatSummary(all: readonly Probed[]): string {
  const answered = all.filter(({ result }) => result.kind === 'found').length
  return `${answered} of ${all.length} answered with a record.\n`
}
