// A list of companies from a CSV of domains: `node lead-list.mjs leads.csv > companies.csv`. The file has one domain a
// line under the heading `domain`; what is found goes to stdout, what it cost to stderr.
import { readFileSync } from 'node:fs'
import { Quarry } from '@quarry/sdk'

const [file] = process.argv.slice(2)
if (!file) throw new Error('use: node lead-list.mjs leads.csv')
const [, ...domains] = readFileSync(file, 'utf8').trim().split(/\r?\n/)

const quarry = new Quarry({ key: process.env.QUARRY_KEY, baseUrl: process.env.QUARRY_URL })
const batch = await quarry.batch(
  '/v2/company',
  domains.map((query) => ({ query })),
)

const cell = (value) => `"${String(value ?? '').replaceAll('"', '""')}"`
console.log('domain,name,industry,staff_range,city,country')
let credits = 0
for await (const { input, result, reason, credits: spent } of batch.results()) {
  credits += spent
  if (!result) {
    console.error(`${input?.query}: ${reason}`)
    continue
  }
  const { name, domain, industry, staff_range: staff, headquarter } = result
  console.log([domain, name, industry, staff, headquarter?.city, headquarter?.country].map(cell).join(','))
}
console.error(`${credits} credits`)
