// Types of samples.js, which browsers load as it is.

export type SampleRequest = {
  method: string
  path: string
  query: [string, string][]
  headers: [string, string][]
  body: string | null
  auth: { header: string; prefix: string; variable: string } | null
  answer: string
}

export function writeSample(language: string, origin: string, request: SampleRequest): string
