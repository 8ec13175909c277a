// The first view: for an account where its credits went, for the operator how the service does.
import { useSignedIn } from '../session.ts'
import { AccountOverview } from './overview-account.tsx'
import { OperatorOverview } from './overview-operator.tsx'

export function View() {
  return useSignedIn().role === 'operator' ? <OperatorOverview /> : <AccountOverview />
}
