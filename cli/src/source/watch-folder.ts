// Watches the files of a plugin. Changes that come together are one change.
import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'

export type FolderWatch = {
  /** Resolves at the next change after this call. */
  next: () => Promise<void>
  close: () => void
}

/** Editors and compilers write several files at once. */
const settleMs = 200

/** Packages, the build, data and hidden files do not count. */
const isIgnored = (name: string, ignored: readonly string[]): boolean =>
  name.startsWith('.') || name === 'node_modules' || ignored.includes(name)

export function watchFolder(folder: string, ignored: readonly string[]): FolderWatch {
  const watchers: FSWatcher[] = []
  let waiting: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined
  const onChange = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const settled = waiting
      waiting = []
      for (const resolve of settled) resolve()
    }, settleMs)
  }
  watchers.push(
    watch(folder, (_, name) => {
      if (name !== null && !isIgnored(name, ignored)) onChange()
    }),
  )
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory() && !isIgnored(entry.name, ignored))
      watchers.push(watch(join(folder, entry.name), { recursive: true }, onChange))
  return {
    next: () => new Promise((resolve) => waiting.push(resolve)),
    close() {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}
