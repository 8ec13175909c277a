// One server for all test files of a worker process that only read: they call it with accounts of their own and change
// nothing that another file could see. It lives as long as the process.
import { startApp, type TestApp } from './app.ts'

let started: Promise<TestApp> | undefined

export async function sharedApp(): Promise<TestApp> {
  started ??= startApp()
  return { ...(await started), close: async () => {} }
}
