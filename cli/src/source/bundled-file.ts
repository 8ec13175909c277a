// Finds files that are packed with the program: templates, and the program of the checking thread.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The bundler decides in which folder of the program this module is. */
export function findBundledFile(name: string): string {
  const found = ['.', '..', '../..']
    .map((folder) => fileURLToPath(new URL(`${folder}/${name}`, import.meta.url)))
    .find((file) => existsSync(file))
  if (found === undefined) throw new Error(`${name} is not part of this program; install it again`)
  return found
}
