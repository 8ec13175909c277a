// An alarm as everybody may see it: without the requests that show it, which are their callers' own.
import type { DriftAlarm } from './drift.ts'

export const toPublicAlarm = ({ provider, form, field, kind, since, baseline, now }: DriftAlarm) => ({
  provider,
  form,
  field,
  kind,
  since,
  baseline,
  now,
})
