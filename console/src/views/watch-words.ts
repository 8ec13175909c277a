// Words that the views of watches share.
import { t } from '../text.ts'

/** `every 6 hours`; a cron line stands for itself. */
export function everyText(every: number | string): string {
  if (typeof every === 'string') return `${every} UTC`
  const of = (seconds: number) => every % seconds === 0 && every / seconds
  const [days, hours, minutes] = [of(86_400), of(3600), of(60)]
  if (days) return days === 1 ? t('every day') : t('every {0} days', days)
  if (hours) return hours === 1 ? t('every hour') : t('every {0} hours', hours)
  return minutes ? t('every {0} minutes', minutes) : t('every {0} seconds', every)
}

/** What is looked up, on one line. */
export const describeParams = (params: object): string =>
  Object.values(params)
    .map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
    .join(' ')

/** Why a watch does not run, by the reason that the server gives. */
export function whyPaused(reason: string): string {
  return reasons[reason]?.() ?? t('Its last runs had no record: {0}', reason)
}

const reasons: Record<string, () => string> = {
  paused: () => t('It was paused by hand.'),
  credits_exhausted: () => t('There were not enough credits.'),
  open_invoices: () => t('There are open invoices'),
  inactive_key: () => t('The key that made it is switched off.'),
  expired_key: () => t('The key that made it has expired.'),
  forbidden: () => t('The key that made it may no longer do that.'),
  account_deactivated: () => t('The account is deactivated'),
}
