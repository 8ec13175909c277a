// Reads the provider settings: address, rate limit, price and key of each upstream API, and the providers of each
// endpoint. No API is special-cased by name: the code uses only what each one declares about itself.

import { isUrl } from '@quarry/kit/is-url'
import { mapValues } from '../lib/map-values.ts'
import {
  type ConfigInput,
  type ConfigurableApi,
  type ConfigurableEndpoint,
  type ConfigurableNames,
  checkPath,
  type ProviderSettings,
} from './file.ts'

export type ProviderConfig = ProviderSettings & {
  /** The API key from the environment; null if none is needed or set. */
  key: string | null
  /** Whether every key and address that it needs is set. */
  isUsable: boolean
}

export function readProviders(input: ConfigInput): Record<string, ProviderConfig> {
  const { file, env, names, problems } = input
  const settingsByName = file.providers ?? {}
  const apis = names?.apis ?? []
  for (const name of Object.keys(settingsByName))
    if (names && !apis.some((api) => api.name === name))
      problems.push(
        `providers.${name} is not a provider: it must be one of ${apis.map((api) => api.name).join(', ')}`,
      )
  const ownConfigs = Object.fromEntries(
    apis.map((api): [string, ProviderConfig] => {
      const settings = settingsByName[api.name] ?? {}
      checkSettings(api, settings, input)
      const key = api.credentials === undefined ? null : env[api.credentials.env]?.trim() || null
      if (key !== null && !/^[\x21-\x7e]{1,1000}$/.test(key))
        problems.push(`${api.credentials?.env} is (hidden): it must be a key of printable characters`)
      if (key !== null && api.credentials?.oauth && !/^[^:]+:./.test(key))
        problems.push(`${api.credentials.env} is (hidden): it must be <client id>:<client secret>`)
      if (key?.includes(':') && api.credentials?.basic)
        problems.push(`${api.credentials.env} is (hidden): it must be a key without a colon`)
      const hasAddress = !api.isSelfHosted || api.hosts.every((host) => settings.sites?.[host] !== undefined)
      const isUsable = hasAddress && (api.credentials === undefined || key !== null)
      return [api.name, { ...settings, key, isUsable }]
    }),
  )
  return mapValues(ownConfigs, (config, name) => {
    const read = [name, ...(findApi(names, name)?.companions ?? [])]
    return { ...config, isUsable: read.every((one) => ownConfigs[one]?.isUsable) }
  })
}

function checkSettings(
  { name, hosts }: ConfigurableApi,
  { sites = {}, allow_private: allowPrivate = false, price }: ProviderSettings,
  input: ConfigInput,
): void {
  const { problems } = input
  for (const [host, address] of Object.entries(sites)) {
    if (!hosts.includes(host))
      problems.push(
        `providers.${name}.sites.${host} is not a host of this provider: it must be one of ${hosts.join(', ')}`,
      )
    if (!isUrl(address) || (!allowPrivate && !/^https:\/\/[^/:]+\/?$/.test(address)))
      problems.push(
        `providers.${name}.sites.${host} is ${JSON.stringify(address)}: it must be an https:// address without a port, unless allow_private is true`,
      )
  }
  if (typeof price === 'object')
    for (const path of Object.keys(price)) checkPath(`providers.${name}.price.${path}`, path, input)
}

type Choice = Omit<ConfigInput, 'env'> & {
  providers: Readonly<Record<string, ProviderConfig>>
  /** Use every upstream API that needs no key or has one. */
  isOpen: boolean
  contact: string | null
}

/**
 * The providers of each endpoint. An endpoint without a configured one has the sandbox, or with open data none: invented
 * records never mix with real ones.
 */
export function chooseProviders(choice: Choice): Record<string, string[]> {
  const { names, contact, problems } = choice
  const providersByPath: Record<string, string[]> = {}
  for (const source of names?.sources ?? []) {
    checkListed(choice, source)
    for (const endpoint of source.endpoints) {
      const chosen = chooseForEndpoint(choice, source.name, endpoint)
      const hasSandbox = !choice.isOpen && !endpoint.lacksSandbox
      providersByPath[endpoint.path] = chosen.length === 0 && hasSandbox ? ['sandbox'] : chosen
    }
  }
  const used = new Set(
    Object.values(providersByPath)
      .flat()
      .flatMap((name) => [name, ...(findApi(names, name)?.companions ?? [])]),
  )
  const contactRequired = names?.apis.filter(({ name, needsContact }) => needsContact && used.has(name)) ?? []
  if (contactRequired.length > 0 && contact === null)
    problems.push(
      `QUARRY_CONTACT is not set, but ${contactRequired.map(({ name }) => name).join(', ')} must be able to reach the operator: set it to a mail address or the URL of a page about you`,
    )
  const mailRequired = contactRequired.filter(({ needsContact }) => needsContact === 'mail')
  if (mailRequired.length > 0 && contact !== null && /^https?:/.test(contact))
    problems.push(
      `QUARRY_CONTACT is a URL, but ${mailRequired.map(({ name }) => name).join(', ')} requires a mail address: set QUARRY_CONTACT to one`,
    )
  return providersByPath
}

const findApi = (names: ConfigurableNames | undefined, name: string): ConfigurableApi | undefined =>
  names?.apis.find((api) => api.name === name)

function chooseForEndpoint(
  { file, names, providers, ...choice }: Choice,
  source: string,
  { apis, partial = [], lacksSite, lacksSandbox }: ConfigurableEndpoint,
) {
  const { site, hosts = site, providers: listed } = file.sources?.[source] ?? {}
  const available = [...(lacksSite ? [] : ['site']), ...(lacksSandbox ? [] : ['sandbox']), ...apis]
  if (listed) return listed.filter((name) => available.includes(name))
  const usable = apis.filter((name) => providers[name]?.isUsable)
  // Decision: a self-hosted API with a configured address is used for every endpoint it supports; third-party APIs are
  // used only with `data: open`, or if there is no sandbox that could answer.
  const isOpen = choice.isOpen || lacksSandbox
  const selfHosted = usable.filter((name) => findApi(names, name)?.isSelfHosted)
  // An API with a key comes first, because an operator gets a key for better answers. A register of one country keeps
  // its position.
  const isKeyed = (name: string) => findApi(names, name)?.credentials !== undefined && !partial.includes(name)
  const keyed = isOpen ? usable.filter((name) => isKeyed(name) && !findApi(names, name)?.isSelfHosted) : []
  const open = isOpen ? usable.filter((name) => !isKeyed(name) && !findApi(names, name)?.isSelfHosted) : []
  return [...(hosts === undefined || lacksSite ? [] : ['site']), ...selfHosted, ...keyed, ...open]
}

function checkListed(
  { file, names, providers, problems }: Choice,
  { name: source, takesHosts, endpoints }: ConfigurableNames['sources'][number],
): void {
  const { site, hosts = site, providers: listed } = file.sources?.[source] ?? {}
  if (!listed) return
  const apis = [...new Set(endpoints.flatMap((endpoint) => endpoint.apis))]
  const report = (problem: string) => problems.push(`sources.${source}.providers ${problem}`)
  if (listed.includes('sandbox') && listed.length > 1)
    report('combines sandbox with other providers: use sandbox alone, or remove it')
  if (listed.includes('sandbox') && endpoints.every(({ lacksSandbox }) => lacksSandbox))
    report('names sandbox: this source has no sandbox site')
  if (listed.includes('site') && hosts === undefined)
    report(
      takesHosts
        ? `names site: set sources.${source}.hosts to the hosts that may be called`
        : `names site: set sources.${source}.site to its address`,
    )
  for (const name of listed) {
    if (name === 'site' || name === 'sandbox') continue
    const api = apis.includes(name) && findApi(names, name)
    if (!api)
      report(`names ${JSON.stringify(name)}: it must be one of ${['site', 'sandbox', ...apis].join(', ')}`)
    else if (!providers[name]?.isUsable)
      report(
        api.credentials && providers[name]?.key === null
          ? `names ${name}: set ${api.credentials.env} to its API key`
          : `names ${name}: set providers.${name}.sites to the address of ${api.hosts.join(' and ')}`,
      )
  }
}
