// Finds the Chromium of this machine, if it has one. The headless shell takes half the processor time.
import { findProgram } from './find-program.ts'

const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
]
const elsewhere = [
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export const findChromium = (): string | null => findProgram('QUARRY_TEST_CHROMIUM', names, elsewhere)
