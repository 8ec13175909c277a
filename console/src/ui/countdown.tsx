// Counts down to a moment.
import { useEffect, useState } from 'react'
import { t } from '../text.ts'

export function Countdown({ until, over }: { until: string; over: string }) {
  const [now, setNow] = useState(Date.now)
  const leftSeconds = Math.max(0, Math.round((Date.parse(until) - now) / 1000))
  const isOver = leftSeconds === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isOver])
  return (
    <span role="timer" className="numbers">
      {isOver ? over : formatDuration(leftSeconds)}
    </span>
  )
}

/** The two largest units. */
function formatDuration(seconds: number): string {
  const [days, hours, minutes] = [86_400, 3600, 60].map((unit) => Math.floor(seconds / unit)) as [
    number,
    number,
    number,
  ]
  if (days > 0) return t('{0} d {1} h', days, hours % 24)
  if (hours > 0) return t('{0} h {1} min', hours, minutes % 60)
  return t('{0} min {1} s', minutes, seconds % 60)
}
