// Converts an OpenAPI document for the reference page: groups operations by tag, resolves local references, and merges
// the parameters of a path into its operations. Works with any document.

export type Json = Record<string, unknown>
export type Parameter = ReturnType<typeof readParameter>
export type Media = ReturnType<typeof readMedia>[number]
export type Operation = ReturnType<typeof readOperation>
export type Answer = Operation['answers'][number]
/** The header that carries the secret of the caller, the prefix of its value, and the variable that samples read. */
export type Auth = { header: string; prefix: string; variable: string }
type Section = { name: string; description: string; operations: Operation[] }
export type Resolve = (value: unknown) => Json
export type Reference = ReturnType<typeof readDocument>

const methods = ['get', 'post', 'put', 'patch', 'delete']
const maxReferences = 32

export function readDocument(document: Json) {
  const resolve = createResolve(document)
  const info = resolve(document.info)
  const operations = Object.entries(resolve(document.paths)).flatMap(([path, item]) => {
    const shared = resolve(item)
    return methods
      .filter((method) => shared[method] !== undefined)
      .map((method) => readOperation(document, path, method, shared, resolve))
  })
  const first = resolve(list(document.servers)[0])
  return {
    title: text(info.title),
    version: text(info.version),
    description: text(info.description),
    base: text(first.url).replace(/\/$/, ''),
    sections: groupSections(list(document.tags).map(resolve), operations),
    resolve,
  }
}

/** Resolves `#/…` references. A broken or circular one is an empty object, so the page still renders. */
export function createResolve(document: Json): Resolve {
  return (value) => {
    let current = value
    for (let step = 0; step < maxReferences; step += 1) {
      if (typeof current !== 'object' || current === null) return {}
      const { $ref, ...beside } = current as Json
      if (typeof $ref !== 'string') return current as Json
      const target = $ref
        .replace(/^#\//, '')
        .split('/')
        .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
        .reduce<unknown>((at, part) => (at as Json | undefined)?.[part], document)
      current = Object.keys(beside).length > 0 ? { ...(target as Json), ...beside } : target
    }
    return {}
  }
}

function groupSections(tags: Json[], operations: Operation[]): Section[] {
  const describedTags = tags.map((tag) => ({ name: text(tag.name), description: text(tag.description) }))
  const names = new Set(describedTags.map(({ name }) => name))
  const others = operations.flatMap((operation) => operation.tags).filter((name) => !names.has(name))
  const all = [...describedTags, ...[...new Set(others)].map((name) => ({ name, description: '' }))]
  // An operation with two tags is shown once, under its first tag, because an anchor must be unique.
  return all
    .map((tag) => ({ ...tag, operations: operations.filter(({ tags: [first] }) => first === tag.name) }))
    .filter(({ operations: own }) => own.length > 0)
}

function readOperation(document: Json, path: string, method: string, shared: Json, resolve: Resolve) {
  const operation = resolve(shared[method])
  const body = resolve(operation.requestBody)
  const ownParameters = list(operation.parameters).map(resolve)
  const inherited = list(shared.parameters)
    .map(resolve)
    .filter(
      ({ name, in: place }) =>
        !ownParameters.some((parameter) => parameter.name === name && parameter.in === place),
    )
  return {
    id: text(operation.operationId) || `${method}${path.replace(/[^\w]+/g, '_')}`,
    method: method.toUpperCase(),
    path,
    tags: list(operation.tags).length > 0 ? list(operation.tags).map(text) : ['other'],
    summary: text(operation.summary) || path,
    description: text(operation.description),
    credits: typeof operation['x-credits'] === 'number' ? operation['x-credits'] : null,
    status: typeof operation['x-status'] === 'string' ? operation['x-status'] : null,
    isDeprecated: operation.deprecated === true,
    parameters: [...inherited, ...ownParameters]
      .filter(isSendable)
      .map((parameter) => readParameter(parameter, resolve)),
    // Without forms, which the text field of the page cannot send.
    bodies: readMedia(body.content, resolve).filter(({ type }) => type !== 'multipart/form-data'),
    isBodyRequired: body.required === true,
    answers: Object.entries(resolve(operation.responses)).map(([status, response]) => {
      const { description, content, headers } = resolve(response)
      return {
        status,
        description: text(description),
        media: readMedia(content, resolve),
        headers: resolve(headers),
      }
    }),
    auth: readAuth(list(operation.security ?? document.security), resolve(document.components), resolve),
  }
}

/** A page cannot set cookies on a request. */
const isSendable = ({ in: place }: Json) => place === 'path' || place === 'query' || place === 'header'

function readParameter(parameter: Json, resolve: Resolve) {
  const schema = resolve(parameter.schema)
  const isRequired = parameter.required === true || parameter.in === 'path'
  const alternatives = Object.values(resolve(parameter.examples)).map((example) => resolve(example).value)
  const example = parameter.example ?? alternatives[0] ?? list(schema.examples)[0]
  const start = isRequired ? example : parameter.example
  return {
    name: text(parameter.name),
    place: parameter.in as 'path' | 'query' | 'header',
    isRequired,
    description: text(parameter.description) || text(schema.description),
    schema,
    /** Initial value in the form; null leaves the parameter out, because sending the default only lengthens the call. */
    initial: start === undefined || start === schema.default ? null : start,
    example,
    /** The only body type with which the parameter is used; null for any. */
    onlyWith: typeof parameter['x-content-type'] === 'string' ? parameter['x-content-type'] : null,
  }
}

const readMedia = (content: unknown, resolve: Resolve) =>
  Object.entries(resolve(content)).map(([type, media]) => {
    const { schema, example, examples } = resolve(media)
    const namedExamples = Object.entries(resolve(examples)).map(([name, example]) => ({
      name,
      summary: text(resolve(example).summary),
      value: resolve(example).value,
    }))
    return {
      type,
      schema: resolve(schema),
      examples: example === undefined ? namedExamples : [{ name: 'example', summary: '', value: example }],
    }
  })

function readAuth(security: unknown[], components: Json, resolve: Resolve): Auth | null {
  const schemes = resolve(components.securitySchemes)
  for (const name of security.flatMap((scheme) => Object.keys(resolve(scheme)))) {
    const { type, in: place, name: header, scheme } = resolve(schemes[name])
    if (type === 'apiKey' && place === 'header')
      return { header: text(header), prefix: '', variable: 'QUARRY_KEY' }
    if (type === 'http' && text(scheme).toLowerCase() === 'bearer')
      return { header: 'authorization', prefix: 'Bearer ', variable: 'QUARRY_TOKEN' }
  }
  return null
}

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const text = (value: unknown): string => (typeof value === 'string' ? value : '')
