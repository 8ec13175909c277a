// A scrolling box that the keyboard can reach.
import type { ReactNode, Ref } from 'react'

type ScrollerProps = { label: string; className: string; children: ReactNode; ref?: Ref<HTMLElement> }

export function Scroller({ label, className, children, ref }: ScrollerProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the arrow keys do not scroll it
    <section ref={ref} aria-label={label} tabIndex={0} className={`relative ${className}`}>
      {children}
    </section>
  )
}
