// What the configuration says of providers: the address, pace, price and key of each interface, and who answers each
// endpoint. Knows interfaces by what they declare of themselves, none by name.

import { isUrl } from '@quarry/kit/is-url'
import {
  type ConfigFile,
  checkPath,
  type Known,
  type KnownInterface,
  type ProviderSettings,
} from './config-file.ts'

export type ProviderConfig = ProviderSettings & {
  /** Its key, where it wants one and the environment has one. */
  key: string | null
  /** Whether it can be asked: it needs no key and no address, or has them. */
  isUsable: boolean
}

export function readProviders(
  file: ConfigFile,
  env: NodeJS.ProcessEnv,
  known: Known | undefined,
  problems: string[],
): Record<string, ProviderConfig> {
  const given = file.providers ?? {}
  const interfaces = known?.interfaces ?? []
  for (const name of Object.keys(given))
    if (known && !interfaces.some((one) => one.name === name))
      problems.push(
        `providers.${name} is not a provider: it must be one of ${interfaces.map((one) => one.name).join(', ')}`,
      )
  const own = Object.fromEntries(
    interfaces.map((one): [string, ProviderConfig] => {
      const settings = given[one.name] ?? {}
      checkSettings(one, settings, known, problems)
      const key = one.credentials === undefined ? null : env[one.credentials.env]?.trim() || null
      if (key !== null && !/^[\x21-\x7e]{1,1000}$/.test(key))
        problems.push(`${one.credentials?.env} is (hidden): it must be a key of printable characters`)
      if (key !== null && one.credentials?.oauth && !/^[^:]+:./.test(key))
        problems.push(`${one.credentials.env} is (hidden): it must be <client id>:<client secret>`)
      const hasAddress = !one.isSelfHosted || one.hosts.every((host) => settings.sites?.[host] !== undefined)
      const isUsable = hasAddress && (one.credentials === undefined || key !== null)
      return [one.name, { ...settings, key, isUsable }]
    }),
  )
  return Object.fromEntries(
    interfaces.map(({ name, also = [] }) => {
      const isUsable = [name, ...also].every((read) => own[read]?.isUsable)
      return [name, { ...own[name], key: own[name]?.key ?? null, isUsable }]
    }),
  )
}

function checkSettings(
  { name, hosts }: KnownInterface,
  { sites = {}, allow_private: allowPrivate = false, price }: ProviderSettings,
  known: Known | undefined,
  problems: string[],
): void {
  for (const [host, address] of Object.entries(sites)) {
    if (!hosts.includes(host))
      problems.push(`providers.${name}.sites.${host} is not its host: it must be one of ${hosts.join(', ')}`)
    if (!isUrl(address) || (!allowPrivate && !/^https:\/\/[^/:]+\/?$/.test(address)))
      problems.push(
        `providers.${name}.sites.${host} is ${JSON.stringify(address)}: it must be an https:// address without a port, unless allow_private is true`,
      )
  }
  if (typeof price === 'object')
    for (const path of Object.keys(price)) checkPath(`providers.${name}.price.${path}`, path, known, problems)
}

type Choice = {
  file: ConfigFile
  known: Known | undefined
  providers: Readonly<Record<string, ProviderConfig>>
  /** Every interface that needs no key, or has one, is asked. */
  isOpen: boolean
  contact: string | null
}

/** The providers of each endpoint. An endpoint without a configured provider answers from the sandbox. */
export function chooseProviders(choice: Choice, problems: string[]): Record<string, string[]> {
  const { known, contact } = choice
  const answers: Record<string, string[]> = {}
  for (const source of known?.sources ?? []) {
    checkListed(choice, source, problems)
    for (const { path, interfaces } of source.endpoints) {
      const chosen = chosenFor(choice, source.name, interfaces)
      answers[path] = chosen.length === 0 ? ['sandbox'] : chosen
    }
  }
  const named = Object.values(answers).flat()
  const asked = new Set(
    named.flatMap((name) => [name, ...(known?.interfaces.find((one) => one.name === name)?.also ?? [])]),
  )
  const curious = known?.interfaces.filter(({ name, needsContact }) => needsContact && asked.has(name)) ?? []
  if (curious.length > 0 && contact === null)
    problems.push(
      `QUARRY_CONTACT is not set: ${curious.map(({ name }) => name).join(', ')} want to know whom to ask about what this server does; it must be a mail address or the URL of a page about you`,
    )
  return answers
}

function chosenFor(
  { file, known, providers, isOpen }: Choice,
  source: string,
  interfaces: readonly string[],
) {
  const { site, providers: listed } = file.sources?.[source] ?? {}
  if (listed)
    return listed.filter((name) => name === 'site' || name === 'sandbox' || interfaces.includes(name))
  const own = (name: string) => known?.interfaces.find((one) => one.name === name)
  const usable = interfaces.filter((name) => providers[name]?.isUsable)
  // Decision: an engine whose address the operator gave is on wherever it can answer; what others run is asked only by
  // `data: open`.
  const ours = usable.filter((name) => own(name)?.isSelfHosted)
  const keyed = isOpen ? usable.filter((name) => own(name)?.credentials && !own(name)?.isSelfHosted) : []
  const open = isOpen ? usable.filter((name) => !own(name)?.credentials && !own(name)?.isSelfHosted) : []
  return [...(site === undefined ? [] : ['site']), ...ours, ...keyed, ...open]
}

function checkListed(
  { file, known, providers }: Choice,
  { name: source, endpoints }: Known['sources'][number],
  problems: string[],
): void {
  const { site, providers: listed } = file.sources?.[source] ?? {}
  if (!listed) return
  const interfaces = [...new Set(endpoints.flatMap((endpoint) => endpoint.interfaces))]
  const say = (problem: string) => problems.push(`sources.${source}.providers ${problem}`)
  if (listed.includes('sandbox') && listed.length > 1)
    say('names sandbox beside others: the sandbox stands alone')
  if (listed.includes('site') && site === undefined)
    say(`names site: sources.${source}.site must say where it is`)
  for (const name of listed) {
    if (name === 'site' || name === 'sandbox') continue
    const one = interfaces.includes(name) && known?.interfaces.find((candidate) => candidate.name === name)
    if (!one)
      say(`names ${JSON.stringify(name)}: it must be one of ${['site', 'sandbox', ...interfaces].join(', ')}`)
    else if (!providers[name]?.isUsable)
      say(
        one.credentials && providers[name]?.key === null
          ? `names ${name}: ${one.credentials.env} must be set to its key`
          : `names ${name}: providers.${name}.sites must say where ${one.hosts.join(' and ')} is`,
      )
  }
}
