// The first view, by role.
import { useSignedIn } from '../session.ts'
import { AccountOverview } from './overview-account.tsx'
import { OperatorOverview } from './overview-operator.tsx'

export function View() {
  return useSignedIn().role === 'operator' ? <OperatorOverview /> : <AccountOverview />
}
