// The size of one rem in pixels, for drawings that follow the text size of the browser.

export const remPx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
