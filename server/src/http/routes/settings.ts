// For the operator: the settings in force and the last audit of the ledger.
import { anything, boolean, integer, list, nullable, object, oneOf, text } from '@quarry/kit/schema'
import type { BackgroundAudit } from '../../ledger/audit.ts'
import type { Setting } from '../../platform/config/report.ts'
import { moment, namedObject } from '../../platform/lib/schemas.ts'
import { route } from './route.ts'

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
  reply: {
    description: 'The last audit',
    schema: namedObject('LedgerAudit', {
      at: nullable(moment()),
      ms: nullable(integer(420)),
      balanced: nullable(boolean(true, 'Null before the first audit, or if it could not finish.')),
      differences: list(text('the ledger and the balance differ: …')),
      running: boolean(false),
    }),
  },
  answer: (_input, { ledgerAudit }: SettingDeps) => ledgerAudit.look(),
})

const setting = object({
  name: text('limits.cache_mb'),
  value: anything('The value in force; `(hidden)` for a secret.'),
  from: oneOf(['environment', 'file', 'default']),
})

const settings = route({
  name: 'settings',
  path: '/admin/settings',
  access: 'admin',
  tag: 'status',
  summary: 'List the settings in force and their origin',
  description: 'Of the server that answers. Secrets are named, never shown.',
  reply: { description: 'The settings', schema: namedObject('Settings', { settings: list(setting) }) },
  answer: (_input, deps: SettingDeps) => ({ settings: deps.settings() }),
})

export const settingRoutes = [audit, settings]
