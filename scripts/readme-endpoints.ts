// Writes the endpoint table of the README from the sources. `--check` only says whether it is up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { endpoints } from '@quarry/sources'

const file = new URL('../README.md', import.meta.url)
const [open, close] = ['<!-- endpoints -->', '<!-- /endpoints -->']

const rows = endpoints.map(({ method, alsoMethod, path, summary, credits, notFound, pinnedStatus }) => {
  const methods = alsoMethod ? `${method}, ${alsoMethod}` : method
  return `| ${methods} | \`${path}\` | ${summary} | ${credits} | ${notFound} | ${pinnedStatus ?? 'operational'} |`
})
const table = [
  '| method | path | record | credits | 404 | status |',
  '|---|---|---|---|---|---|',
  ...rows,
].join('\n')

const readme = readFileSync(file, 'utf8')
const start = readme.indexOf(open) + open.length
const end = readme.indexOf(close)
const fresh = `${readme.slice(0, start)}\n${table}\n${readme.slice(end)}`
if (process.argv.includes('--check')) {
  if (fresh !== readme) {
    process.stderr.write(
      'The endpoint table of README.md is out of date: npx tsx scripts/readme-endpoints.ts\n',
    )
    process.exit(1)
  }
} else writeFileSync(file, fresh)
