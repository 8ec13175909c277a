// Where a machine keeps its Chromium, if it has one: for the tests of pages, and for the command that runs them.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const elsewhere = [
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path that `QUARRY_TEST_CHROMIUM` names, else the first one found under a usual name; null without any. */
export function findChromium(): string | null {
  const { QUARRY_TEST_CHROMIUM: stated, PATH = '' } = process.env
  if (stated) return isProgram(stated) ? stated : null
  const folders = PATH.split(delimiter).filter((folder) => folder !== '')
  const usual = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...usual, ...elsewhere].find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
