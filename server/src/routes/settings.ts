// For the operator: the settings in force and the last audit of the ledger.
import { anything, boolean, integer, list, named, nullable, object, oneOf, text } from '@quarry/kit/schema'
import type { Setting } from '../config/report.ts'
import type { BackgroundAudit } from '../credits/background-audit.ts'
import { route } from './route.ts'
import { moment } from './shared-schemas.ts'

export type SettingDeps = {
  settings: () => Setting[]
  ledgerAudit: Pick<BackgroundAudit, 'look'>
}

const audit = route({
  name: 'last_audit',
  path: '/admin/audit',
  access: 'admin',
  tag: 'status',
  summary: 'Read the last audit of the ledger',
  description:
    'The result of `quarry audit`, as last run by the server that answers. A request starts a new audit if the last one is older than a minute and older than 100 times its duration.',
  replies: {
    200: {
      description: 'The last audit',
      schema: object(
        {
          at: nullable(moment()),
          ms: nullable(integer(420)),
          balanced: nullable(
            boolean(true, { description: 'Null before the first audit, or if it could not finish.' }),
          ),
          differences: list(text('the ledger and the balance differ: …')),
          running: boolean(false),
        },
        named('LedgerAudit'),
      ),
    },
  },
  run: async (_input, { ledgerAudit }: SettingDeps) => ({ body: ledgerAudit.look() }),
})

const setting = object({
  name: text('limits.cache_mb'),
  value: anything({ description: 'The value in force; `(hidden)` for a secret.' }),
  from: oneOf(['environment', 'file', 'default']),
})

const settings = route({
  name: 'settings',
  path: '/admin/settings',
  access: 'admin',
  tag: 'status',
  summary: 'List the settings in force and their origin',
  description: 'Of the server that answers. Secrets are named, never shown.',
  replies: {
    200: { description: 'The settings', schema: object({ settings: list(setting) }, named('Settings')) },
  },
  run: async (_input, deps: SettingDeps) => ({ body: { settings: deps.settings() } }),
})

export const settingRoutes = [audit, settings]
