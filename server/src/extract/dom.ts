// The DOM of a page, for what no script island holds: htmlparser2's tree behind a handful of read-only queries.
// Depth, nodes and attributes are bounded, so that no page can exhaust the stack, the memory or the time.
import { compile, selectAll, selectOne } from 'css-select'
import { render } from 'dom-serializer'
import { type AnyNode, DomHandler, type Element, isTag, type ParentNode } from 'domhandler'
import { Parser } from 'htmlparser2'
import { pageChanged } from '../contract.ts'
import { collapseSpace, isInline, isUnseen } from './clean-text.ts'
import { checkDomBudget } from './page-budget.ts'

export { allowLargeDom, DomTooLarge } from './page-budget.ts'

/** An element, or the whole document. Selectors are CSS, and `:scope` is the element asked. */
export type Dom = {
  /** The tag name in lower case; empty for the document. */
  readonly tag: string
  /** The first descendant that matches, or null. */
  one: (selector: string) => Dom | null
  /** All descendants that match, in document order. */
  all: (selector: string) => Dom[]
  /** The visible text on one line, of this element or of the first match; null where it is empty or missing. */
  text: (selector?: string) => string | null
  /** An attribute, trimmed, of this element or of the first match; null where it is empty or missing. */
  attr: (name: string, selector?: string) => string | null
  /** Whether the element has an attribute, be it empty. */
  has: (name: string) => boolean
  /** The markup inside the element. */
  html: () => string
  /** The child elements. */
  children: () => Dom[]
  /** The element around this one, or null. */
  parent: () => Dom | null
  /** The element after this one, or null. */
  next: () => Dom | null
  /** This element or its nearest ancestor that matches, or null. */
  closest: (selector: string) => Dom | null
}

// Decision: 512 is where browsers stop nesting too; no real page is deeper, and every later walk stays shallow.
const maxDepth = 512
const maxElements = 500_000
const maxAttributesPerTag = 500

/** Parses a page, or a piece of HTML. Throws DomTooLarge where it has to be done off the event loop. */
export function parseDom(page: { body: string } | string): Dom {
  const html = typeof page === 'string' ? page : page.body
  checkDomBudget(html.length)
  const handler = new DomHandler()
  const parser = new Parser(boundedHandler(handler))
  parser.end(html)
  return wrap(handler.root)
}

/** Forwards what we read to the tree builder, and counts. Comments and declarations are left out. */
function boundedHandler(tree: DomHandler): ConstructorParameters<typeof Parser>[0] {
  let depth = 0
  let elements = 0
  let attributes = 0
  return {
    onparserinit: (parser) => tree.onparserinit(parser),
    onopentagname() {
      attributes = 0
    },
    onattribute() {
      if (++attributes > maxAttributesPerTag) throw pageChanged('an element has too many attributes')
    },
    onopentag(name, attribs) {
      if (++elements > maxElements) throw pageChanged(`the page has more than ${maxElements} elements`)
      if (++depth > maxDepth) throw pageChanged(`the page nests deeper than ${maxDepth} elements`)
      tree.onopentag(name, attribs)
    },
    onclosetag() {
      depth--
      tree.onclosetag()
    },
    ontext: (text) => tree.ontext(text),
    onend: () => tree.onend(),
  }
}

const wrapped = new WeakMap<ParentNode, Dom>()

/** One Dom per node, so that two ways to an element end at the same object. */
function wrap(node: ParentNode): Dom {
  const known = wrapped.get(node)
  if (known) return known
  const dom = queriesOf(node)
  wrapped.set(node, dom)
  return dom
}

function queriesOf(node: ParentNode): Dom {
  const element = isTag(node) ? node : null
  const one = (selector: string) => {
    const match = selectOne<AnyNode, Element>(query(selector, node), node)
    return match ? wrap(match) : null
  }
  return {
    tag: element?.name ?? '',
    one,
    all: (selector) => selectAll<AnyNode, Element>(query(selector, node), node).map(wrap),
    text(selector) {
      if (selector !== undefined) return one(selector)?.text() ?? null
      return collapseSpace(textOf(node)) || null
    },
    attr(name, selector) {
      if (selector !== undefined) return one(selector)?.attr(name) ?? null
      return element && Object.hasOwn(element.attribs, name)
        ? (element.attribs[name] ?? '').trim() || null
        : null
    },
    has: (name) => element !== null && Object.hasOwn(element.attribs, name),
    html: () => render(node.children, { encodeEntities: 'utf8' }),
    children: () => node.children.filter(isTag).map(wrap),
    parent: () => (node.parent && isTag(node.parent) ? wrap(node.parent) : null),
    next() {
      let sibling = node.nextSibling
      while (sibling && !isTag(sibling)) sibling = sibling.nextSibling
      return sibling ? wrap(sibling) : null
    },
    closest(selector) {
      const matches = query(selector, node)
      for (let up: ParentNode | null = node; up; up = up.parent) if (isTag(up) && matches(up)) return wrap(up)
      return null
    },
  }
}

type Query = (node: AnyNode) => boolean

const maxQueries = 1000
const queries = new Map<string, Query>()

/** Selectors are compiled once: sources have a fixed set of them. One that names its scope cannot be shared. */
function query(selector: string, scope: AnyNode): Query {
  if (/:scope|^\s*[>+~]|,\s*[>+~]/.test(selector)) return compile<AnyNode, Element>(selector, {}, scope)
  const known = queries.get(selector)
  if (known) return known
  const compiled = compile<AnyNode, Element>(selector)
  if (queries.size >= maxQueries) queries.clear()
  queries.set(selector, compiled)
  return compiled
}

/** The text below a node, with a space where a block or a line break parts it. Walks without recursion. */
function textOf(top: ParentNode): string {
  const out: string[] = []
  let node: AnyNode | null = top
  while (node) {
    if (node.type === 'text') out.push(node.data)
    if (parts(node)) out.push(' ')
    node = firstSeenChild(node) ?? nextAfter(node, top, out)
  }
  return out.join('')
}

const parts = (node: AnyNode): boolean => isTag(node) && !isInline(node.name)

const firstSeenChild = (node: AnyNode): AnyNode | null =>
  'children' in node && !(isTag(node) && isUnseen(node.name)) ? (node.children[0] ?? null) : null

/** The node after this one and all below it, in document order and still under `top`. */
function nextAfter(from: AnyNode, top: ParentNode, out: string[]): AnyNode | null {
  let node: AnyNode = from
  while (node !== top) {
    if (node.nextSibling) return node.nextSibling
    if (!node.parent) return null
    node = node.parent
    if (parts(node)) out.push(' ')
  }
  return null
}
