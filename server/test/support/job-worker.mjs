// A worker as a separate process, to be killed: runs jobs of the given database until it is ended.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createApp } from '../../dist/app/app.js'
import { loadConfig } from '../../dist/platform/config/config.js'
import { connect } from '../../dist/platform/db/connect.js'
import { sources } from '../../dist/sources/index.js'

const [url = '', leaseSeconds = '2'] = process.argv.slice(2)
const dataDir = mkdtempSync(join(tmpdir(), 'quarry-app-'))
const app = await createApp({
  config: { ...loadConfig({}), role: 'worker', port: 0, dataDir },
  database: connect({ url }),
  sources,
  adminToken: 'a-token-nobody-needs',
  log: pino({ level: 'silent' }),
  tuning: { jobLeaseSeconds: Number(leaseSeconds) },
})
process.on('SIGTERM', () => app.close().then(() => process.exit(0)))
// The test waits for this line before it sends signals.
process.stdout.write('working\n')
