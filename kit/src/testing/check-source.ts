// The checks that every source has to pass, for any test runner: each one throws an AssertionError with the problem.
// They need the source and its sandbox site only, no server.
import assert from 'node:assert/strict'
import { Failure, isFailure, isInvalidParameter } from '../errors.ts'
import { allowLargeDom } from '../read/page-budget.ts'
import { Compile } from '../schema.ts'
import type { Source } from '../source.ts'
import { hostileAddresses } from './address-corpus.ts'
import { checkClosed, checkRepeat, checkWalls } from './check-functions.ts'
import { checkLists } from './check-lists.ts'
import { checkNetwork } from './check-network.ts'
import { checkDamage, checkFuzz } from './check-pages.ts'
import { checkSpeed } from './check-speed.ts'
import { checkTexts } from './check-texts.ts'
import { onSite, toSite } from './on-site.ts'
import { runExample, type SourceCheck } from './run-example.ts'

/**
 * Runs all checks for all endpoints of a source and throws the first problem.
 *
 * @example
 * test('lanterns is a sound source', () => checkSource(lanterns))
 */
export async function checkSource(source: Source): Promise<void> {
  allowLargeDom()
  for (const endpoint of source.endpoints) for (const { check } of sourceChecks) await check(source, endpoint)
}

/**
 * The path, the price, the example and the schemas are complete: each field has an example, and each parameter has
 * an example and a description.
 */
export const checkDescription: SourceCheck = (_, { path, credits, params, record, example, providers }) => {
  assert.match(path, /^\/v2\/[a-z0-9_]+(?:\/[a-z0-9_]+)*$/)
  assert.ok(Number.isInteger(credits) && credits > 0, `${path}: credits must be a positive integer`)
  assert.ok(Compile(params).Check(example), `${path}: the example does not fit the parameters`)
  assert.deepEqual(findFieldsWithoutExample(record), [], `${path}: fields of the record without an example`)
  assert.deepEqual(findFieldsWithoutExample(params), [], `${path}: parameters without an example`)
  const undescribed = Object.entries(params.properties as Record<string, { description?: string }>)
    // A parameter that means something else to each provider is described by each of them.
    .filter(([name, { description }]) => !description && !providers.every(({ inputs }) => inputs?.[name]))
    .map(([name]) => name)
  assert.deepEqual(undescribed, [], `${path}: parameters without a description`)
}

type Schema = { properties?: Record<string, Schema>; items?: Schema; examples?: unknown[] }

/** Paths of the fields that hold a plain value and show no example. */
function findFieldsWithoutExample({ properties, items, examples }: Schema, path = ''): string[] {
  if (properties)
    return Object.entries(properties).flatMap(([name, field]) =>
      findFieldsWithoutExample(field, `${path}.${name}`),
    )
  if (items) return findFieldsWithoutExample(items, `${path}[]`)
  return Array.isArray(examples) && examples.length > 0 ? [] : [path]
}

/** The example finds a record on the sandbox site, and the record fits its schema. */
export const checkExample: SourceCheck = async (source, endpoint) => {
  const { record } = await runExample(source, endpoint)
  const problems = Compile(endpoint.record).Errors(record).slice(0, 3)
  assert.deepEqual(problems, [], `${endpoint.path}: the record of the example does not fit its schema`)
}

/** No address in a text parameter makes the source fetch from a host other than its own. */
export const checkAddresses: SourceCheck = async (source, endpoint) => {
  const { hosts } = toSite(source)
  const names = Object.entries(endpoint.params.properties as Record<string, { type?: unknown }>)
    .filter(([, schema]) => schema.type === 'string')
    .map(([name]) => name)
  for (const name of names)
    for (const address of hostileAddresses(hosts[0] ?? '')) {
      const urls: string[] = []
      const params = { ...(endpoint.example as object), [name]: address }
      try {
        await onSite(source, endpoint).find(params, async (url) => {
          urls.push(url)
          throw new Failure('upstream_failed', 'no site in this check')
        })
      } catch (thrown) {
        if (isInvalidParameter(thrown)) assert.match(thrown.message, /^Bad Request: \S+ /)
        else if (!isFailure(thrown)) throw thrown
      }
      for (const url of urls)
        assert.ok(hosts.includes(new URL(url).hostname), `${name}=${address} leads to ${url}`)
    }
}

/** One of the checks that `checkSource` runs. */
export type NamedCheck = {
  /** What the check proves, as a sentence. */
  name: string
  /** It reads pages of the sandbox site. */
  needsSandbox?: true
  /** If it fails, the other checks are not run. */
  isPrecondition?: true
  check: SourceCheck
}

/** All checks, in order. */
export const sourceChecks: readonly NamedCheck[] = [
  { name: 'nothing reaches the network', isPrecondition: true, check: checkNetwork },
  { name: 'the endpoint is described completely', check: checkDescription },
  { name: 'the record is closed', check: checkClosed },
  { name: 'the example finds a record that fits its schema', needsSandbox: true, check: checkExample },
  { name: 'the same lookup gives the same record again', needsSandbox: true, check: checkRepeat },
  { name: 'each text of the record comes from its own place', needsSandbox: true, check: checkTexts },
  { name: 'no list item is lost without being counted', needsSandbox: true, check: checkLists },
  { name: 'damaged pages are failures', needsSandbox: true, check: checkDamage },
  { name: 'fuzzed pages are failures or records', needsSandbox: true, check: checkFuzz },
  { name: 'walls and empty pages are failures', needsSandbox: true, check: checkWalls },
  { name: 'hostile addresses lead nowhere else', needsSandbox: true, check: checkAddresses },
  { name: 'parse and the address functions are fast', check: checkSpeed },
]
