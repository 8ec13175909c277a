// A server for jobs and watches as a separate process, to be killed: it calls the shop whose URL is in its config
// file, until it ends.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { tsImport } from 'tsx/esm/api'
import { createApp } from '../../dist/app/app.js'
import { describeSources } from '../../dist/lookups/sources/describe-sources.js'
import { loadConfig } from '../../dist/platform/config/config.js'
import { connect } from '../../dist/platform/db/connect.js'

const { shop } = await tsImport('./two-providers.ts', import.meta.url)
const [url = '', configFile = ''] = process.argv.slice(2)
const dataDir = mkdtempSync(join(tmpdir(), 'quarry-app-'))
await createApp({
  config: {
    ...loadConfig({ QUARRY_CONFIG: configFile }, describeSources([shop])),
    role: 'worker',
    port: 0,
    dataDir,
  },
  database: connect({ url }),
  sources: [shop],
  adminToken: 'a-token-nobody-needs',
  log: pino({ level: 'error' }, pino.destination(2)),
  tuning: { jobLeaseSeconds: 2, watchPollMs: 100 },
})
// The test waits for this line before it sends signals.
process.stdout.write('working\n')
