// How long an event takes, for readers that are told when it begins and when it ends.

/** A moment as it was told: by the clock of the place, in UTC, or both. */
type Time = { local: string | null; utc: string | null }

/** Null where one of them is not known, or the end comes first. */
export function secondsBetween(start: Time | null, end: Time | null): number | null {
  if (!start || !end) return null
  const [from, to] = start.utc && end.utc ? [start.utc, end.utc] : [`${start.local}Z`, `${end.local}Z`]
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000
  return seconds >= 0 ? seconds : null
}
