// Defines one group of tests for each endpoint of each source.
import type { Endpoint } from '@quarry/kit/endpoint'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import type { Source } from '@quarry/kit/source'
import { sources } from '@quarry/sources'
import { beforeAll, describe } from 'vitest'

export function describeEndpoints(defineTests: (source: Source, endpoint: Endpoint) => void): void {
  beforeAll(() => allowLargeDom())
  describe.each(sources.map((source) => ({ name: source.name, source })))('source $name', ({ source }) => {
    describe.each(source.endpoints.map((endpoint) => ({ path: endpoint.path, endpoint })))(
      '$path',
      ({ endpoint }) => defineTests(source, endpoint),
    )
  })
}
