// Reads which plugins to load. It comes before the other settings, which are checked against the sources of the
// plugins.
import { dirname, resolve } from 'node:path'
import { readConfigFile } from './file.ts'
import type { ConfigFile } from './file-schema.ts'

/** `names` are paths or package names, resolved from `folder`; `setting` is where they are written. */
export type PluginList = { names: readonly string[]; folder: string; setting: string }

/** The variable overrides the file, as for other settings. */
export const readPluginNames = (env: NodeJS.ProcessEnv, file: ConfigFile): readonly string[] => {
  const variable = env.QUARRY_PLUGINS?.trim()
  if (!variable) return file.plugins ?? []
  return variable
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** Problems of the file are left to `loadConfig`, which reports all of them. */
export function loadPluginList(env: NodeJS.ProcessEnv = process.env): PluginList {
  const path = env.QUARRY_CONFIG?.trim() ?? ''
  const names = readPluginNames(env, readConfigFile(path, []))
  return env.QUARRY_PLUGINS?.trim()
    ? { names, folder: process.cwd(), setting: 'QUARRY_PLUGINS' }
    : { names, folder: dirname(resolve(path)), setting: `plugins in ${path}` }
}
