// Downloads: reads a text that the server sends in pages, and gives the browser a file to save.
import type { Quarry } from '@quarry/sdk'
import { watchedQuarry } from './api.ts'

const maxPages = 100

type Read = (client: Quarry, from: string | undefined) => Promise<{ data: string }>

/** All pages, up to a maximum: `header` names the next page. The header line of a table is kept once. */
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

/** Gives the browser a file to save. */
export function save(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
