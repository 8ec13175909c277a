// One check of a source: throws an AssertionError with the problem.
import type { Endpoint } from '../endpoint.ts'
import type { Source } from '../source.ts'

/** Checks one endpoint of a source. Throws or rejects with the problem. */
export type SourceCheck = (source: Source, endpoint: Endpoint) => void | Promise<void>
