// Checks that the functions that a server runs on its event loop are fast, also for long and repetitive values.
import assert from 'node:assert/strict'
import type { Endpoint } from '../endpoint.ts'
import { Failure, isFailure, isInvalidParameter } from '../errors.ts'
import { Compile } from '../schema.ts'
import type { Source } from '../source.ts'
import { listReachableSites, reachAddresses } from './on-site.ts'
import type { SourceCheck } from './run-example.ts'

const rounds = 5
const maxCpuMs = 50
/** A function that is this slow is not called again. */
const hopelessCpuMs = 1000

/** `parse`, `address`, `cannotAnswer` and building the first request each take less than 50 ms of CPU time. */
export const checkSpeed: SourceCheck = async (source, endpoint) => {
  for (const params of listParams(endpoint)) {
    const text = JSON.stringify(params).slice(0, 60)
    await measure(`${endpoint.path}: parse of ${text}`, () => parse(source, endpoint, params))
  }
  const query = parse(source, endpoint, endpoint.example as object)
  for (const { provider, site } of listReachableSites(source, endpoint)) {
    const urls: string[] = []
    const get = async (url: string) => {
      urls.push(url)
      throw new Failure('upstream_failed', 'no site in this check')
    }
    const name = `${endpoint.path}, provider ${provider.name}`
    await measure(`${name}: building the address`, () => provider.find(query, { get, site }))
    await measure(`${name}: cannotAnswer`, () => provider.cannotAnswer?.(query))
    for (const path of [urls[0] ?? '/', ...hostileTexts.map((text) => `/${text}`)]) {
      const url = new URL(path, site.url('/'))
      await measure(`${name}: address`, () => provider.address?.({ url, domain: site.domains[0] ?? null }))
    }
  }
}

const parse = (source: Source, endpoint: Endpoint, params: object): unknown =>
  endpoint.parse(params as never, reachAddresses(source, endpoint))

/** Inputs on which a careless regular expression is slow. */
const hostileTexts = ['a', '0', ' ', '/', '-', 'a-', 'a.', 'aA0 ', '%20', '&a='].map(
  (piece) => `${piece.repeat(Math.floor(2000 / piece.length))}!`,
)

/** The example, and the same with a hostile text for each parameter that its schema lets through. */
function listParams({ params, example }: Endpoint): object[] {
  const schema = Compile(params)
  const names = Object.keys(params.properties as object)
  const hostile = names.flatMap((name) =>
    hostileTexts.map((text) => ({ ...(example as object), [name]: text })),
  )
  return [example as object, ...hostile.filter((values) => schema.Check(values))]
}

/** The fastest of several rounds: the first ones are compiled while they run, and the machine may be busy. */
async function measure(what: string, work: () => unknown): Promise<void> {
  let fastestMs = Number.POSITIVE_INFINITY
  let isHopeless = false
  for (let round = 0; round < rounds && fastestMs >= maxCpuMs && !isHopeless; round++) {
    const before = process.cpuUsage()
    try {
      await work()
    } catch (thrown) {
      if (!isFailure(thrown) && !isInvalidParameter(thrown)) throw thrown
    }
    const { user, system } = process.cpuUsage(before)
    fastestMs = Math.min(fastestMs, (user + system) / 1000)
    isHopeless = fastestMs > hopelessCpuMs
  }
  assert.ok(
    fastestMs < maxCpuMs,
    `${what} takes ${Math.round(fastestMs)} ms of CPU time; it must take less than ${maxCpuMs}`,
  )
}
