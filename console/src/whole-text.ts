// Downloads a text file that the server sends in pages; a header of each page names the next one.
import type { Quarry } from '@quarry/sdk'
import { watchedQuarry } from './api.ts'

const maxPages = 100

type Read = (client: Quarry, from: string | undefined) => Promise<{ data: string }>

/** All pages, up to a maximum. The header line of a table is kept once. */
export async function readWholeText(
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
    // Header lines have no line breaks within cells.
    pages.push(isTable && pages.length > 0 ? data.slice(data.indexOf('\n') + 1) : data)
  } while (next !== undefined && pages.length < maxPages)
  return pages.join('')
}
