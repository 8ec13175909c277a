// The lookups as methods, built from the generated list of their paths.
import { lookups } from './generated/lookups.ts'
import { createJobHandle } from './job.ts'
import { type PageNumber, readPages } from './pages.ts'
import { type CallOptions, perform } from './request.ts'
import type { Settings } from './settings.ts'

type Params = Record<string, unknown>
/** A node of the path tree; callable if a lookup has exactly this path. */
type Branch = { [segment: string]: Branch }
type Listed = { method: string; path: string; page?: PageNumber }

export function createLookupMethods(settings: Settings): Branch {
  const root: Branch = {}
  // Short paths first, so that a callable node exists before its children are added.
  for (const lookup of [...lookups].sort((a, b) => a.path.length - b.path.length)) {
    const segments = lookup.path.split('/').slice(2).map(camelCase)
    const last = segments.pop() ?? ''
    let branch = root
    for (const segment of segments) {
      if (!Object.hasOwn(branch, segment)) define(branch, segment, {})
      branch = branch[segment] as Branch
    }
    define(branch, last, createMethod(settings, lookup))
  }
  return root
}

function createMethod(settings: Settings, { method, path, page }: Listed): Branch {
  const buildCall = (params: Params) =>
    method === 'GET' ? { method, path, query: params } : { method, path, body: params }
  const lookUp = async (params: Params = {}, options?: CallOptions) => {
    const { data, meta } = await perform(settings, buildCall(params), options)
    return { data, meta }
  }
  const startJob = async (params: Params = {}, options?: CallOptions) => {
    const { data, reservation } = await perform(settings, buildCall({ ...params, is_async: true }), options)
    return createJobHandle(settings, (data as { job_id: string }).job_id, reservation)
  }
  const pages =
    page &&
    ((params: Params = {}, options?: CallOptions) => readPages((one) => lookUp(one, options), params, page))
  return Object.assign(lookUp, { async: startJob, ...(pages ? { pages } : {}) }) as unknown as Branch
}

/** Defines the property even if functions have one of that name, such as `name`. */
const define = (branch: Branch, segment: string, value: Branch) =>
  Object.defineProperty(branch, segment, { value, enumerable: true })

const camelCase = (segment: string): string =>
  segment.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
