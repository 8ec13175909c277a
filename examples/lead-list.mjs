// Looks up the companies of a CSV file and prints them as CSV: `node lead-list.mjs leads.csv > companies.csv`.
// The file has one domain per line under the heading `domain`. Progress and cost go to stderr.
import { readFileSync } from 'node:fs'
import { Quarry } from '@quarry/sdk'

const { QUARRY_KEY: key, QUARRY_URL: baseUrl } = process.env
const toCell = (value) => `"${String(value ?? '').replaceAll('"', '""')}"`

async function main([file]) {
  if (!file) throw new Error('usage: node lead-list.mjs leads.csv')
  if (!key) throw new Error('set QUARRY_KEY to your API key')
  const [, ...domains] = readFileSync(file, 'utf8').trim().split(/\r?\n/)
  if (domains.length === 0) throw new Error(`${file} has no line below its heading`)

  const quarry = new Quarry({ key, baseUrl })
  const batch = await quarry.batch(
    '/v2/company',
    domains.map((query) => ({ query })),
  )
  console.log('domain,name,industry,staff_range,city,country')
  let total = 0
  for await (const { input, result, reason, credits } of batch.results()) {
    total += credits
    if (!result) {
      console.error(`${input?.query}: ${reason}`)
      continue
    }
    const { name, domain, industry, staff_range: staff, headquarter } = result
    const cells = [domain, name, industry, staff, headquarter?.city, headquarter?.country]
    console.log(cells.map(toCell).join(','))
  }
  console.error(`credits spent: ${total}`)
}

main(process.argv.slice(2)).catch((error) => {
  console.error(`lead-list: ${error.message}`)
  process.exitCode = 1
})
