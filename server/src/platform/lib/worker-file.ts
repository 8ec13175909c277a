// Finds the file of a worker thread: the built JavaScript, or the TypeScript source if the server runs from source.

/** `name` is the worker's file name next to `moduleUrl`, without extension. */
export function findWorkerFile(moduleUrl: string, name: string): { filename: string; execArgv: string[] } {
  const isSource = moduleUrl.endsWith('.ts')
  return {
    filename: new URL(`./${name}.${isSource ? 'ts' : 'js'}`, moduleUrl).href,
    execArgv: isSource ? ['--import', 'tsx'] : [],
  }
}
