// The version of this build, from the server's package.json.
import { readFileSync } from 'node:fs'

const file = new URL('../../../package.json', import.meta.url)

export const version: string = JSON.parse(readFileSync(file, 'utf8')).version
