// The size of one rem, for what is drawn or placed in pixels and still follows the browser's text size.

export const remPx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
