// Finds a program that some tests need on this machine, for those tests and for the command that runs them.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path in the variable, or the first program found under a common name; null if there is none. */
export function findProgram(
  variable: string,
  names: readonly string[],
  elsewhere: readonly string[] = [],
): string | null {
  const stated = process.env[variable]
  if (stated) return isProgram(stated) ? stated : null
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...found, ...elsewhere].find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
