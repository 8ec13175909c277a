// Fetches one page with the code of a server installation: robots.txt, address guard and limits are the server's own.
import { UsageError } from '../failure.ts'
import { findInstallation, runProgram } from './server-installation.ts'

/** The page as `quarry fetch-page` of the server prints it. */
export type SavedPage = {
  url: string
  status: number
  content_type: string
  headers: Record<string, string>
  body: string
}

export type FetchOptions = { server?: string; allowPrivate?: boolean }

export const isAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text)

export async function fetchSavedPage(
  url: string,
  { server, allowPrivate = false }: FetchOptions,
): Promise<SavedPage> {
  if (!URL.canParse(url)) throw new UsageError(`${url} is not an address`)
  const installation = findInstallation(server)
  const args = ['fetch-page', url, ...(allowPrivate ? ['--allow-private'] : [])]
  return JSON.parse(await runProgram(installation, args)) as SavedPage
}
