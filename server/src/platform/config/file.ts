// Reads the config file and reports each bad setting.
import { readFileSync } from 'node:fs'
import { isUrl } from '@quarry/kit/is-url'
import { at } from '@quarry/kit/read/values'
import { Compile } from '@quarry/kit/schema'
import type { UpstreamApi } from '@quarry/kit/upstream-api'
import { isOrigin } from '../lib/origin.ts'
import { type ConfigFile, fileSchema, minArchiveBytes, type SourceSettings } from './file-schema.ts'

/**
 * The sources and upstream APIs that can be configured, passed in because the configuration itself imports no source.
 */
export type ConfigurableNames = {
  sources: readonly { name: string; takesHosts?: boolean; endpoints: readonly ConfigurableEndpoint[] }[]
  apis: readonly ConfigurableApi[]
}

export type ConfigurableEndpoint = {
  path: string
  apis: readonly string[]
  /** The APIs of `apis` that have only a part of all subjects. */
  partial?: readonly string[]
  /** Set if no provider of the endpoint reads a site. */
  lacksSite?: true
  /** It has no sandbox site. */
  lacksSandbox?: true
}

export type ConfigurableApi = Pick<UpstreamApi, 'name' | 'hosts' | 'isSelfHosted' | 'needsContact'> & {
  credentials?: { env: string; oauth?: unknown; basic?: unknown }
  /** Other upstream APIs that it needs: it is usable only if they are. */
  companions?: readonly string[]
}

/** What the settings are read from and compared with, and the list that their problems are added to. */
export type ConfigInput = {
  file: ConfigFile
  env: NodeJS.ProcessEnv
  known: ConfigurableNames | undefined
  problems: string[]
}

/** Returns a function that adds a bad value to the problems. */
export const createReport = (problems: string[]) => (name: string, value: unknown, allowed: string) =>
  void problems.push(`${name} is ${JSON.stringify(value)}: it must be ${allowed}`)

const fileCheck = Compile(fileSchema)

/** Shown instead of connection strings, tokens and other secrets. */
export const hidden = '(hidden)'

export function readConfigFile(path: string, problems: string[]): ConfigFile {
  if (!path) return {}
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const why = error instanceof SyntaxError ? `valid JSON (${error.message})` : 'a readable JSON file'
    problems.push(`QUARRY_CONFIG is ${JSON.stringify(path)}: it must be ${why}`)
    return {}
  }
  if (fileCheck.Check(content)) return content
  for (const error of fileCheck.Errors(content)) {
    if (error.keyword === 'boolean' || error.keyword === 'additionalProperties') {
      if (error.keyword === 'boolean')
        problems.push(`${path}: ${settingName(error.instancePath)} is not a setting`)
      continue
    }
    const value = at(content, ...splitPointer(error.instancePath))
    const secret = /\/(?:proxy|headers|secret)\b/.test(error.instancePath)
    const shown = secret ? hidden : JSON.stringify(value)
    problems.push(`${path}: ${settingName(error.instancePath)} is ${shown}: it ${error.message}`)
  }
  return {}
}

const unescapePointer = (key: string) => key.replaceAll('~1', '/').replaceAll('~0', '~')
const splitPointer = (pointer: string) => pointer.split('/').slice(1).map(unescapePointer)
const settingName = (pointer: string) => splitPointer(pointer).join('.') || 'the file'

/** Checks what the schema cannot express: names that must exist, and addresses that need `allow_private`. */
export function checkFile(input: ConfigInput): void {
  const { file, known, problems } = input
  for (const [name, settings] of Object.entries(file.sources ?? {})) {
    const sources = known?.sources.map((source) => source.name)
    if (sources && !sources.includes(name))
      problems.push(`sources.${name} is not a source: it must be one of ${sources.join(', ')}`)
    checkHosts(name, settings, input)
    const site = settings.site
    if (!site) continue
    if (!isUrl(site.replaceAll('{domain}', 'fr')))
      problems.push(`sources.${name}.site is ${JSON.stringify(site)}: it must be an https:// address`)
    else if (!settings.allow_private && !/^https:\/\/[^/:]+\/?$/.test(site))
      problems.push(
        `sources.${name}.site is ${JSON.stringify(site)}: it must be an https:// address without a port, unless allow_private is true`,
      )
  }
  for (const [index, origin] of (file.cors_origins ?? []).entries())
    if (!isOrigin(origin))
      problems.push(
        `cors_origins.${index} is ${JSON.stringify(origin)}: it must be an origin as a browser sends it, such as https://app.example`,
      )
  checkAlerts(input)
  const bytes = file.archive?.bytes ?? 0
  if (bytes > 0 && bytes < minArchiveBytes)
    problems.push(`archive.bytes is ${bytes}: it must be 0 (no archive) or at least ${minArchiveBytes}`)
  for (const section of ['prices', 'status'] as const)
    for (const path of Object.keys(file[section] ?? {})) checkPath(`${section}.${path}`, path, input)
}

function checkHosts(name: string, { site, hosts }: SourceSettings, { known, problems }: ConfigInput): void {
  const takesHosts = known?.sources.find((source) => source.name === name)?.takesHosts
  if (hosts !== undefined && !takesHosts)
    problems.push(`sources.${name}.hosts cannot be set: the source has one site; set sources.${name}.site`)
  if (site !== undefined && takesHosts)
    problems.push(`sources.${name}.site cannot be set: list the hosts in sources.${name}.hosts`)
}

function checkAlerts({ file: { alerts, webhooks }, problems }: ConfigInput): void {
  const { webhook, secret } = alerts ?? {}
  if ((webhook === undefined) !== (secret === undefined))
    problems.push(
      `alerts has ${webhook === undefined ? 'a secret and no webhook' : 'a webhook and no secret'}: it must have both, or neither`,
    )
  const scheme = webhooks?.allow_private ? /^https?:\/\/./ : /^https:\/\/./
  if (webhook !== undefined && !(scheme.test(webhook) && isUrl(webhook)))
    problems.push(`alerts.webhook is ${JSON.stringify(webhook)}: it must be an https:// address`)
  if (secret !== undefined && !/^[\x21-\x7e]{16,256}$/.test(secret))
    problems.push(`alerts.secret is ${hidden}: it must be 16 to 256 printable characters without spaces`)
}

export function checkPath(name: string, path: string, { known, problems }: ConfigInput): void {
  const paths = known?.sources.flatMap(({ endpoints }) => endpoints.map((endpoint) => endpoint.path))
  if (paths && !paths.includes(path))
    problems.push(`${name} is not an endpoint: it must be one of ${paths.join(', ')}`)
}
