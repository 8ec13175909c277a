// The views of the navigation, for an account and for the operator.
import type { Session } from './session.ts'

export type ViewLink = { to: string; name: string }

const account: ViewLink[] = [
  { to: '/', name: 'Overview' },
  { to: '/console/playground', name: 'Playground' },
  { to: '/console/calls', name: 'Calls' },
  { to: '/console/jobs', name: 'Jobs and batches' },
  { to: '/console/watches', name: 'Watches' },
  { to: '/console/keys', name: 'Keys' },
  { to: '/console/webhooks', name: 'Webhooks' },
]

const operator: ViewLink[] = [
  { to: '/', name: 'Overview' },
  { to: '/console/accounts', name: 'Accounts' },
  { to: '/console/calls', name: 'All calls' },
  { to: '/console/providers', name: 'Providers' },
  { to: '/console/sources', name: 'Sources' },
  { to: '/console/jobs', name: 'Jobs and batches' },
  { to: '/console/changes', name: 'Changes' },
  { to: '/console/settings', name: 'Settings' },
]

export const listViews = ({ role }: Session): readonly ViewLink[] =>
  role === 'operator' ? operator : account
