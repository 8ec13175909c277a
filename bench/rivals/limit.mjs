// The lower bound: the minimum work to get a record from a page, without any checks, billing or storage.
import { gunzipSync } from 'node:zlib'
import { Agent, request } from 'undici'
import { recordOf, serveRounds } from './rounds.mjs'

const dispatcher = new Agent({ connections: 64 })
const opening = '<script id="__NEXT_DATA__" type="application/json">'

serveRounds(async (address) => {
  const { body } = await request(address, { dispatcher, headers: { 'accept-encoding': 'gzip' } })
  const html = gunzipSync(Buffer.from(await body.arrayBuffer()), { chunkSize: 262_144 }).toString()
  const start = html.indexOf(opening) + opening.length
  const { props } = JSON.parse(html.slice(start, html.indexOf('</script>', start)))
  const record = recordOf(props.pageProps.context)
  Buffer.from(JSON.stringify(record))
  return record
})
