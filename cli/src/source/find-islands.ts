// Finds the JSON that a page carries in its scripts and attributes, each with the reader that reads it.

import { parseDom } from '../../../kit/src/read/dom.ts'
import { angularState, assignedState, scriptById } from '../../../kit/src/read/islands.ts'
import { parseJson } from '../../../kit/src/read/parse-json.ts'
import { scripts } from '../../../kit/src/read/scan-tags.ts'

export type Island = { title: string; reader: string; value: unknown }

const maxIslands = 30
const quote = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`
const isData = (value: unknown): boolean => typeof value === 'object' && value !== null

export function findIslands(body: string): Island[] {
  const islands = [...findScripts(body), ...findAssignments(body), ...findAttributes(body)]
  return islands.filter(({ value }) => isData(value)).slice(0, maxIslands)
}

function findScripts(body: string): Island[] {
  const found: Island[] = []
  for (const { attributes, start, end } of scripts(body)) {
    const type = attributes.get('type') ?? ''
    const id = attributes.get('id')
    if (/ld\+json/i.test(type) || found.length >= maxIslands) continue
    if (id) {
      const isAngular = id.endsWith('-state') && body.slice(start, end).includes('&q;')
      const reader = isAngular ? 'angularState(page.body)' : `scriptById(page.body, ${quote(id)})`
      const value = isAngular ? angularState(body) : scriptById(body, id)
      found.push({ title: `Script island #${id}`, reader, value })
    } else if (/json/i.test(type))
      found.push({
        title: `Script island without id (${type})`,
        reader: `parseJson of parseDom(page).one('script[type="${type}"]')`,
        value: parseJson(body.slice(start, end)),
      })
  }
  return found
}

const assignment =
  /(?:(?:window|self|globalThis)(?:\.([\w$]{1,80})|\[["']([\w$.-]{1,80})["']\])|(?:var|let|const)\s{1,5}([\w$]{1,80}))\s{0,5}=\s{0,5}(?:[[{]|JSON\.parse)/g

function findAssignments(body: string): Island[] {
  const names = new Set<string>()
  for (const { attributes, start, end } of scripts(body)) {
    if (attributes.has('id') || /json/i.test(attributes.get('type') ?? '')) continue
    for (const match of body.slice(start, end).matchAll(assignment)) {
      const name = match[1] ?? match[2] ?? match[3]
      if (name && names.size < maxIslands) names.add(name)
    }
  }
  return [...names].map((name) => ({
    title: `Script island ${name}`,
    reader: `assignedState(page.body, ${quote(name)})`,
    value: assignedState(body, name),
  }))
}

/** Frameworks that put the state of a page into an attribute. */
const attributeNames = ['data-page', 'data-props', 'data-react-props', 'data-state', 'data-initial-state']

const findAttributes = (body: string): Island[] =>
  attributeNames.flatMap((name) => {
    const text = body.includes(name) ? parseDom(body).attr(name, `[${name}]`) : null
    return text === null
      ? []
      : [
          {
            title: `Attribute ${name}`,
            reader: `parseJson(parseDom(page).attr('${name}', '[${name}]'))`,
            value: parseJson(text),
          },
        ]
  })
