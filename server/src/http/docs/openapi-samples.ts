// Adds code samples to each operation of the API reference (`x-codeSamples`). The reference page writes its samples
// with the same code, from the same initial values.
import type { Pause } from '../../platform/lib/slices.ts'
import { writeSample } from './docs-assets/samples.js'
import { type Json, type Operation, type Resolve, readDocument } from './docs-document.ts'
import { findAnswerKind } from './docs-form.ts'
import { plainValue } from './docs-html.ts'
import { languages } from './docs-page.ts'
import { buildExample, writeExample } from './docs-schema.ts'

/** Changes the document. */
export async function addCodeSamples(document: Json, address: string, pause: Pause): Promise<Json> {
  const { sections, resolve } = readDocument(document)
  const paths = document.paths as Record<string, Record<string, Json>>
  for (const operation of sections.flatMap((section) => section.operations)) {
    await pause()
    const described = paths[operation.path]?.[operation.method.toLowerCase()]
    const request = buildRequest(operation, resolve)
    if (described)
      described['x-codeSamples'] = languages.map((label) => ({
        lang: label === 'curl' ? 'Shell' : label,
        label,
        source: writeSample(label, address, request),
      }))
  }
  return document
}

/** The request that the form of the reference page describes before anyone changes it. */
function buildRequest(operation: Operation, resolve: Resolve) {
  const { method, parameters, bodies, auth } = operation
  const [body] = bodies
  const sent = parameters.filter(
    ({ initial, onlyWith }) =>
      initial !== null && (onlyWith === null || onlyWith.split(', ').includes(body?.type ?? '')),
  )
  const pairs = (place: string) =>
    sent
      .filter((parameter) => parameter.place === place)
      .map(({ name, initial }): [string, string] => [name, plainValue(initial)])
  const path = pairs('path').reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    operation.path,
  )
  const headers = pairs('header')
  if (body) headers.push(['content-type', body.type])
  return {
    method,
    path,
    query: pairs('query'),
    headers,
    body: body
      ? writeExample(body.type, body.examples[0]?.value ?? buildExample(body.schema, resolve))
      : null,
    auth,
    answer: findAnswerKind(operation),
  }
}
