// For addresses that no view has.
import { Link } from '@tanstack/react-router'
import { t } from '../text.ts'
import { Empty } from './parts.tsx'

export function NotFound() {
  return (
    <Empty title={t('There is no such page')}>
      <Link to="/">{t('Overview')}</Link>
    </Empty>
  )
}
