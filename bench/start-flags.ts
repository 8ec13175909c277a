// What `npm start` gives to Node.js, and to the C library by variables: servers that are measured are started as servers
// are.
import { readFileSync } from 'node:fs'

const file = new URL('../package.json', import.meta.url)
const words = String(JSON.parse(readFileSync(file, 'utf8')).scripts.start).split(' ')

export const startFlags: readonly string[] = words.filter((word) => word.startsWith('--'))

// For every process that is started from here.
for (const [, name = '', value] of words.map((word) => /^([A-Z_]+)=(.*)$/.exec(word) ?? []))
  if (name !== '') process.env[name] ??= value
