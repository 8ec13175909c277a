// Opens an address in the browser of the desktop. Without one nothing happens: the address is printed too.
import { spawn } from 'node:child_process'

const programs: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', linux: 'xdg-open' }

export function openBrowser(url: string): void {
  const program = programs[process.platform]
  if (program === undefined) return
  const child = spawn(program, [url], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
