// The prices of the lookups, from the OpenAPI document of the server, because operators set prices. The document is
// read when a price is first needed, and again after an hour.

export type Prices = {
  /** Null if the server has no such operation. */
  getPrice: (method: string, path: string) => Promise<number | null>
}

type Document = { paths?: Record<string, Record<string, { 'x-credits'?: unknown }>> }

const hourMs = 3_600_000

export function createPrices(
  read: () => Promise<Document>,
  now: () => number = () => performance.now(),
): Prices {
  let cached: { until: number; document: Promise<Document> } | undefined
  return {
    async getPrice(method, path) {
      if (!cached || now() >= cached.until) {
        const fresh = { until: now() + hourMs, document: read() }
        cached = fresh
        // A failure is not cached; the next call tries again.
        fresh.document.catch(() => {
          if (cached === fresh) cached = undefined
        })
      }
      const price = (await cached.document).paths?.[path]?.[method.toLowerCase()]?.['x-credits']
      return typeof price === 'number' ? price : null
    },
  }
}
