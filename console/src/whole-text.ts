// A file that the server gives in pages, each saying in a header where the next one begins.
import type { Quarry } from '@quarry/sdk'
import { watchedQuarry } from './api.ts'

const maxPages = 100

type Read = (client: Quarry, from: string | undefined) => Promise<{ data: string }>

/** All pages, or so many that a browser can hold them. A table has its names once. */
export async function wholeText(
  header: 'x-next-from' | 'x-next-cursor',
  isTable: boolean,
  read: Read,
): Promise<string> {
  let next: string | undefined
  const client = watchedQuarry((response) => {
    next = response.headers.get(header) ?? undefined
  })
  const pages: string[] = []
  do {
    const { data } = await read(client, next)
    // The names hold no line break, whatever stands below them.
    pages.push(isTable && pages.length > 0 ? data.slice(data.indexOf('\n') + 1) : data)
  } while (next !== undefined && pages.length < maxPages)
  return pages.join('')
}
