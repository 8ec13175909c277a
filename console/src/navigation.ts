// What there is to go to, for an account and for the operator.
import type { Session } from './session.ts'

export type Place = { to: string; name: string; keys: string }

const account: Place[] = [
  { to: '/', name: 'Overview', keys: 'g o' },
  { to: '/console/playground', name: 'Playground', keys: 'g p' },
  { to: '/console/calls', name: 'Calls', keys: 'g c' },
  { to: '/console/jobs', name: 'Jobs and batches', keys: 'g j' },
  { to: '/console/watches', name: 'Watches', keys: 'g t' },
  { to: '/console/keys', name: 'Keys', keys: 'g k' },
  { to: '/console/webhooks', name: 'Webhooks', keys: 'g w' },
]

const operator: Place[] = [
  { to: '/', name: 'Overview', keys: 'g o' },
  { to: '/console/accounts', name: 'Accounts', keys: 'g a' },
  { to: '/console/calls', name: 'All calls', keys: 'g c' },
  { to: '/console/providers', name: 'Providers', keys: 'g p' },
  { to: '/console/sources', name: 'Sources', keys: 'g u' },
  { to: '/console/jobs', name: 'Jobs and batches', keys: 'g j' },
  { to: '/console/changes', name: 'Changes', keys: 'g h' },
  { to: '/console/settings', name: 'Settings', keys: 'g s' },
]

export const listViews = ({ role }: Session): readonly Place[] => (role === 'operator' ? operator : account)
