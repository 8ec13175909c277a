// Texts that the watch views share.
import { t, toText } from '../text.ts'

/** Such as `every 6 hours`; a cron expression is shown unchanged. */
export function everyText(every: number | string): string {
  if (typeof every === 'string') return `${every} UTC`
  const of = (seconds: number) => every % seconds === 0 && every / seconds
  const [days, hours, minutes] = [of(86_400), of(3600), of(60)]
  if (days) return days === 1 ? t('every day') : t('every {0} days', days)
  if (hours) return hours === 1 ? t('every hour') : t('every {0} hours', hours)
  if (minutes) return minutes === 1 ? t('every minute') : t('every {0} minutes', minutes)
  return every === 1 ? t('every second') : t('every {0} seconds', every)
}

/** The parameters of a watch on one line. */
export const describeParams = (params: object): string => Object.values(params).map(toText).join(' ')

/** Why a watch is paused. */
export function whyPaused(reason: string): string {
  return reasons[reason]?.() ?? t('The last runs failed: {0}', reason)
}

const reasons: Record<string, () => string> = {
  paused: () => t('Paused by a user.'),
  credits_exhausted: () => t('There were not enough credits.'),
  open_invoices: () => t('The account has open invoices.'),
  inactive_key: () => t('The key that created it is inactive.'),
  expired_key: () => t('The key that created it has expired.'),
  forbidden: () => t('The key that created it no longer allows this lookup.'),
  account_deactivated: () => t('The account is deactivated.'),
}
