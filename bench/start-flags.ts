// What `npm start` gives to Node.js: servers that are measured are started as servers are.
import { readFileSync } from 'node:fs'

const file = new URL('../package.json', import.meta.url)

export const startFlags: readonly string[] = String(JSON.parse(readFileSync(file, 'utf8')).scripts.start)
  .split(' ')
  .filter((word) => word.startsWith('--'))
