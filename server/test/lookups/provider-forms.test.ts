// Changes the type of every field of every JSON response of every provider: the result must be `page_changed` or a
// list item counted as unread, never a record that silently lacks data.
import { isFailure } from '@quarry/kit/errors'
import type { Get, Outcome, Page } from '@quarry/kit/outcome'
import { onProvider } from '@quarry/kit/testing/on-site'
import { endpoints } from '@quarry/sources'
import { type OpenLookup, openDataGet, openLookups } from '@quarry/sources/testing/open-data'
import { expect, test } from 'vitest'
import { findApiName } from '../support/coverage.ts'

/** Wikidata item ids are object keys with equal content, so they share one path. */
const toKey = (name: string) => `.${name.replace(/^Q\d+$/, 'Q')}`

function listFields(value: unknown, path = ''): string[] {
  if (value === null || typeof value !== 'object') return [path]
  const inner = Array.isArray(value)
    ? value.flatMap((item) => listFields(item, `${path}[]`))
    : Object.entries(value).flatMap(([name, item]) => listFields(item, path + toKey(name)))
  return [...(path === '' ? [] : [path]), ...inner]
}

function changeType(value: unknown, targetPath: string, path = ''): unknown {
  if (path === targetPath) return toOtherType(value)
  if (value === null || typeof value !== 'object' || !targetPath.startsWith(path)) return value
  if (Array.isArray(value)) return value.map((item) => changeType(item, targetPath, `${path}[]`))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, changeType(item, targetPath, path + toKey(name))]),
  )
}

function toOtherType(value: unknown): unknown {
  if (value === null) return null
  return typeof value === 'object' && !Array.isArray(value) ? 'odd' : { odd: value }
}

const isJson = ({ contentType }: Page) => contentType.startsWith('application/json')

/** The kind of a response: requests of the same kind have equal structure. */
function classifyUrl(address: string): string {
  const { hostname, pathname, searchParams } = new URL(address)
  const kindParams = ['action', 'list', 'props', 'group_by'].map((name) => searchParams.get(name))
  return [hostname, pathname.replace(/\d+/g, '0'), ...kindParams].join(' ')
}

function createFinder({ path, provider: name, params }: OpenLookup) {
  const endpoint = endpoints.find((candidate) => candidate.path === path)
  const provider = endpoint?.providers.find((candidate) => candidate.name === name)
  if (!endpoint || !provider) throw new Error(`${path} has no provider ${name}`)
  const get = openDataGet(path.startsWith('/v2/socialnet/') ? 'socialnet' : 'company', findApiName)
  const pages = new Map<string, Page>()
  const fetchPage = async (address: string): Promise<Page> => {
    const page = pages.get(address) ?? (await get(address))
    pages.set(address, page)
    return page
  }
  const find = (get: Get): Promise<Outcome<unknown>> => onProvider(endpoint, provider).find(params, get)
  return { fetchPage, find }
}

/** Classifies the result of a lookup; a record with unread items counts as reported. */
async function classifyOutcome(
  finding: Promise<Outcome<unknown>>,
  good: unknown,
): Promise<'read' | 'reported' | 'lost'> {
  try {
    const outcome = await finding
    if (outcome.kind !== 'found') return 'lost'
    if (JSON.stringify(outcome.record) === JSON.stringify(good)) return 'read'
    return outcome.lists?.some(({ shown, read }) => read < shown) ? 'reported' : 'lost'
  } catch (thrown) {
    return isFailure(thrown) && thrown.reason === 'page_changed' ? 'reported' : 'lost'
  }
}

/** The other lookups cover these, because they use the same parsers. */
const alike = ['/v2/company/suggest', '/v2/company/social']
const testedLookups = openLookups.filter(({ path }) => !alike.includes(path))

test.each(testedLookups.map((lookup) => [`${lookup.path} by ${lookup.provider}`, lookup] as const))(
  '%s loses nothing in silence',
  async (_, lookup) => {
    const { fetchPage, find } = createFinder(lookup)
    const fields = new Map<string, Set<string>>()
    const good = await find(async (address) => {
      const page = await fetchPage(address)
      const names = fields.get(classifyUrl(address)) ?? new Set()
      if (isJson(page)) for (const field of listFields(JSON.parse(page.body))) names.add(field)
      fields.set(classifyUrl(address), names)
      return page
    })
    if (good.kind !== 'found') throw new Error(good.kind)
    const lost: string[] = []
    let reported = 0
    for (const [kind, names] of fields)
      for (const field of names) {
        const get: Get = async (address) => {
          const page = await fetchPage(address)
          if (classifyUrl(address) !== kind || !isJson(page)) return page
          return { ...page, body: JSON.stringify(changeType(JSON.parse(page.body), field)) }
        }
        const result = await classifyOutcome(find(get), good.record)
        if (result === 'reported') reported += 1
        if (result === 'lost') lost.push(`${kind} ${field}`)
      }
    expect(lost).toEqual([])
    const all = [...fields.values()].reduce((sum, { size }) => sum + size, 0)
    // Filings are XML, which their own tests change.
    if (all > 0) expect(reported).toBeGreaterThan(3)
  },
)
