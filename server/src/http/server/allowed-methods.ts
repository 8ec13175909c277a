// Collects the methods of each path, for the `Allow` header of a 405.
import type { FastifyInstance } from 'fastify'

/** Options of a route that only answers 405: its methods are not listed as allowed. */
export const refusingRoute = { config: { refusesMethod: true } as object }

/**
 * Collects routes as they are added. Returns a function that lists the methods of a path; empty for an unknown path.
 */
export function collectMethods(server: FastifyInstance): (path: string) => string[] {
  const byUrl = new Map<string, { segments: string[]; methods: Set<string> }>()
  server.addHook('onRoute', ({ url, method, config }) => {
    if (config && 'refusesMethod' in config) return
    const entry = byUrl.get(url) ?? { segments: url.split('/'), methods: new Set<string>() }
    byUrl.set(url, entry)
    for (const one of [method].flat()) entry.methods.add(one)
  })
  return (path) => {
    const exact = byUrl.get(path)
    if (exact) return [...exact.methods]
    const segments = path.split('/')
    return [...byUrl.values()].flatMap((route) =>
      matches(route.segments, segments) ? [...route.methods] : [],
    )
  }
}

const matches = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
