// The DOM of a page, for data that no script contains as JSON: a few read-only queries over the tree of dom-tree.ts. A
// page too large for the event loop throws DomTooLarge and is read again in a worker thread.
import type { ChildNode } from 'domhandler'
import { compile, render, selectAll, selectOne } from '../libraries/markup.ts'
import { collapseSpace, isInline, isUnseen } from './clean-text.ts'
import { buildTree, type ElementNode, isElement, selectOptions, type TreeNode } from './dom-tree.ts'
import { checkDomBudget, checkMarkupBudget } from './page-budget.ts'

/** An element, or the whole document. Selectors are CSS; `:scope` is this element. */
export type Dom = {
  /** The tag name in lower case; empty for the document. */
  readonly tag: string
  /** The first descendant that matches, or null. */
  one: (selector: string) => Dom | null
  /** All descendants that match, in document order, or the first `limit` of them. */
  all: (selector: string, limit?: number) => Dom[]
  /** The visible text on one line, of this element or of the first match; null if it is empty or missing. */
  text: (selector?: string) => string | null
  /** An attribute, trimmed, of this element or of the first match; null if it is empty or missing. */
  attr: (name: string, selector?: string) => string | null
  /** Whether the element has an attribute, even an empty one. */
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

/**
 * Parses a page, or a piece of HTML. Throws DomTooLarge if it is too large to be parsed on the event loop.
 *
 * @example
 * const dom = parseDom(page)
 * const name = dom.text('h1')
 * const links = dom.all('a.lantern').map((link) => link.attr('href'))
 */
export function parseDom(page: { body: string } | string): Dom {
  const html = typeof page === 'string' ? page : page.body
  checkDomBudget(html.length)
  checkMarkupBudget(html)
  return wrap(buildTree(html))
}

/** One Dom per node, so that equal elements are equal objects. */
function wrap(node: ElementNode): Dom {
  node.view ??= new DomOfNode(node)
  return node.view as Dom
}

/** A class, because pages have hundreds of thousands of elements: closures would take seconds and fill the memory. */
class DomOfNode implements Dom {
  readonly #node: ElementNode

  constructor(node: ElementNode) {
    this.#node = node
  }

  get tag(): string {
    return this.#node.name
  }

  one(selector: string): Dom | null {
    const match = first(this.#node, selector)
    return match && wrap(match)
  }

  all(selector: string, limit?: number): Dom[] {
    const node = this.#node
    return selectAll<TreeNode, ElementNode>(query(selector, node), node, selectOptions)
      .slice(0, limit)
      .map(wrap)
  }

  text(selector?: string): string | null {
    const target = selector === undefined ? this.#node : first(this.#node, selector)
    return target && (collapseSpace(readText(target)) || null)
  }

  attr(name: string, selector?: string): string | null {
    const target = selector === undefined ? this.#node : first(this.#node, selector)
    return target && Object.hasOwn(target.attribs, name) ? target.attribs[name]?.trim() || null : null
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#node.attribs, name)
  }

  html(): string {
    // The serializer reads plain nodes of this shape, whatever its types say.
    return render(this.#node.children as unknown as ChildNode[], { encodeEntities: 'utf8' })
  }

  children(): Dom[] {
    return this.#node.children.filter(isElement).map(wrap)
  }

  parent(): Dom | null {
    const { parent } = this.#node
    return parent && isElement(parent) ? wrap(parent) : null
  }

  next(): Dom | null {
    let sibling = this.#node.next
    while (sibling && !isElement(sibling)) sibling = sibling.next
    return sibling && wrap(sibling)
  }

  closest(selector: string): Dom | null {
    const matches = query(selector, this.#node)
    for (let up: ElementNode | null = this.#node; up; up = up.parent) if (matches(up)) return wrap(up)
    return null
  }
}

const first = (node: ElementNode, selector: string): ElementNode | null =>
  selectOne<TreeNode, ElementNode>(query(selector, node), node, selectOptions)

type Query = (node: TreeNode) => boolean

const maxQueries = 1000
const queries = new Map<string, Query>()

/**
 * Selectors are compiled once, because sources have a fixed set; those that refer to their scope cannot be shared.
 */
function query(selector: string, scope: TreeNode): Query {
  const cached = queries.get(selector)
  if (cached) return cached
  if (/:scope|^\s*[>+~]|,\s*[>+~]/.test(selector)) return compile(selector, selectOptions, scope)
  const compiled = compile<TreeNode, ElementNode>(selector, selectOptions)
  if (queries.size >= maxQueries) queries.clear()
  queries.set(selector, compiled)
  return compiled
}

/** The text below a node, with a space at blocks and line breaks. Walks without recursion. */
function readText(top: ElementNode): string {
  const out: string[] = []
  let node: TreeNode | null = top
  while (node) {
    if (node.type === 'text') out.push(node.data)
    else if (!isInline(node.name)) out.push(' ')
    node = firstSeenChild(node) ?? nextAfter(node, top, out)
  }
  return out.join('')
}

const firstSeenChild = (node: TreeNode): TreeNode | null =>
  node.type === 'text' || isUnseen(node.name) ? null : (node.children[0] ?? null)

/** The node after this one and all below it, in document order and still under `top`. */
function nextAfter(from: TreeNode, top: ElementNode, out: string[]): TreeNode | null {
  let node = from
  while (node !== top) {
    if (node.next) return node.next
    if (!node.parent) return null
    node = node.parent
    if (!isInline(node.name)) out.push(' ')
  }
  return null
}
