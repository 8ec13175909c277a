// Finds the file of a worker thread: the built one, or the TypeScript source where the server runs from its sources.

/** `name` is the worker's file next to `moduleUrl`, without its extension. */
export function findWorkerFile(moduleUrl: string, name: string): { filename: string; execArgv: string[] } {
  const isSource = moduleUrl.endsWith('.ts')
  return {
    filename: new URL(`./${name}.${isSource ? 'ts' : 'js'}`, moduleUrl).href,
    execArgv: isSource ? ['--import', 'tsx'] : [],
  }
}
