// Which methods a path is served with, for the `Allow` header of a 405.
import type { FastifyInstance } from 'fastify'

/** Marks a route that only refuses its methods, so that they are not listed as allowed. */
export const refusingRoute = { config: { refusesMethod: true } as object }

/** Collects routes as they are added; returns a function that finds the methods of a path, none where it is unknown. */
export function collectMethods(server: FastifyInstance): (path: string) => string[] {
  const byUrl = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  server.addHook('onRoute', ({ url, method, config }) => {
    if (config && 'refusesMethod' in config) return
    const known = byUrl.get(url) ?? { pattern: toPattern(url), methods: new Set<string>() }
    byUrl.set(url, known)
    for (const one of [method].flat()) known.methods.add(one)
  })
  return (path) => {
    const exact = byUrl.get(path)
    if (exact) return [...exact.methods]
    return [...byUrl.values()].flatMap(({ pattern, methods }) => (pattern.test(path) ? [...methods] : []))
  }
}

const toPattern = (url: string): RegExp =>
  new RegExp(`^${url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+')}$`)
