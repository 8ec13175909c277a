// One server for all test files of a worker process that only read: they use their own accounts and change nothing
// that another file could see. It runs as long as the process.
import { startApp, type TestApp } from './app.ts'

let started: Promise<TestApp> | undefined

export async function sharedApp(): Promise<TestApp> {
  started ??= startApp()
  return { ...(await started), close: async () => {} }
}
