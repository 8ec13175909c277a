// The setting `sources.<name>.hosts`: the hosts that may be called by a source whose callers name the host.
import { Type } from '@quarry/kit/schema'

/** `"*"` or a list of host names, each with an optional `*.` in front. */
export const hostList = Type.Unsafe<'*' | readonly string[]>({
  type: ['string', 'array'],
  pattern: '^\\*$',
  minItems: 1,
  maxItems: 1000,
  uniqueItems: true,
  items: { type: 'string', pattern: '^(?:\\*\\.)?[a-z0-9-]{1,63}(?:\\.[a-z0-9-]{1,63}){0,10}$' },
})

/** `takesHosts` is undefined for an unknown source, which is reported separately. */
export function checkHosts(
  name: string,
  { site, hosts }: { site?: string; hosts?: '*' | readonly string[] },
  takesHosts: boolean | undefined,
  problems: string[],
): void {
  if (hosts !== undefined && !takesHosts)
    problems.push(`sources.${name}.hosts cannot be set: the source has one site; set sources.${name}.site`)
  if (site !== undefined && takesHosts)
    problems.push(`sources.${name}.site cannot be set: list the hosts in sources.${name}.hosts`)
}
