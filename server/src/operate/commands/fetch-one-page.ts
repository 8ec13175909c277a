// `quarry fetch-page`: fetches one page as the server does, within the address guard and robots.txt, and prints it as
// JSON. For `quarry source capture` and `quarry source inspect`.
import { isFailure } from '@quarry/kit/errors'
import { isUrl } from '@quarry/kit/is-url'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { createUpstream } from '../../fetching/upstream.ts'
import { loadConfig } from '../../platform/config/config.ts'
import { version } from '../../platform/lib/version.ts'
import { parseOptions, UsageError } from './command-usage.ts'

/** The headers that say something about the page. Cookies, tokens and the like are never printed. */
const shownHeaders = [
  'cache-control',
  'content-language',
  'content-type',
  'date',
  'etag',
  'last-modified',
  'x-robots-tag',
]

/** Not the id of any account. */
const operator = { accountId: '0' }

export async function fetchOnePage(args: readonly string[]): Promise<number> {
  const { url, allowPrivate } = readArguments(args)
  const { contact, limits } = loadConfig()
  const upstream = createUpstream({
    userAgent: `Quarry/${version}`,
    limits: { tryMs: limits.upstreamTryMs, callMs: limits.upstreamTotalMs },
  })
  const { get, join } = upstream.open({
    source: 'fetch-page',
    provider: 'site',
    hosts: listHosts(url),
    contact,
    sandboxSocket: null,
    allowPrivate,
    concurrency: 1,
    robots: true,
    proxy: null,
    headers: {},
  })
  allowLargeDom()
  try {
    const page = await join(operator).wait(get(url))
    const headers = Object.fromEntries(
      shownHeaders.flatMap((name) => (page.headers?.[name] ? [[name, page.headers[name]]] : [])),
    )
    const { status, contentType, body } = page
    const shown = { url: page.url, status, content_type: contentType, headers, body }
    process.stdout.write(`${JSON.stringify(shown)}\n`)
    return 0
  } catch (error) {
    if (!isFailure(error)) throw error
    process.stderr.write(`quarry: ${error.message}\n`)
    return 1
  } finally {
    await upstream.close()
  }
}

function readArguments(args: readonly string[]): { url: string; allowPrivate: boolean } {
  const options = { 'allow-private': { type: 'boolean' } } as const
  const { positionals, values } = parseOptions({ args: [...args], options, allowPositionals: true })
  const [url, extra] = positionals
  if (url === undefined || extra !== undefined)
    throw new UsageError('usage: quarry fetch-page <url> [--allow-private]')
  if (!isUrl(url)) throw new UsageError(`${url} is not a URL`)
  return { url, allowPrivate: values['allow-private'] === true }
}

/** The host with and without `www.`: sites redirect from one to the other. */
function listHosts(url: string): string[] {
  const { hostname } = new URL(url)
  return [hostname, hostname.startsWith('www.') ? hostname.slice(4) : `www.${hostname}`]
}
