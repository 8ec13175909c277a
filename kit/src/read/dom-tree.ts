// The tree behind dom.ts: plain nodes built from htmlparser2's events, and the adapter with which css-select walks
// them. Depth, elements and attributes are bounded, so that no page can exhaust the stack, the memory or the time.
import type { Options } from 'css-select'
import { Parser } from '../libraries/markup.ts'
import { pageChanged } from '../outcome.ts'
import { checkCountBudget } from './page-budget.ts'

type TextNode = {
  type: 'text'
  data: string
  parent: ElementNode
  prev: TreeNode | null
  next: TreeNode | null
}
/** An element of the tree, or its root, the document. */
export type ElementNode = {
  /** `root` is the document; the others are what the serializer expects. */
  type: 'root' | 'tag' | 'script' | 'style'
  name: string
  attribs: Record<string, string>
  children: TreeNode[]
  parent: ElementNode | null
  prev: TreeNode | null
  next: TreeNode | null
  /** The `Dom` of this element; null until a reader asks for it. */
  view: object | null
}
/** A node of the tree. */
export type TreeNode = TextNode | ElementNode

/** Whether a node is an element: neither a text nor the document. */
export const isElement = (node: TreeNode): node is ElementNode => node.type !== 'text' && node.type !== 'root'

// Decision: 512 is the limit of browsers too. No real page is deeper, and every later walk stays shallow.
const maxDepth = 512
const maxElements = 500_000
const maxAttributes = 500
/** Pieces of a text are joined when there are this many: ten million single letters would fill the memory. */
const maxPieces = 4096

/**
 * Parses a page and returns its document. Throws pageChanged above 512 levels, 500,000 elements or 500 attributes
 * of an element, and DomTooLarge above 128 levels on the event loop.
 */
export function buildTree(html: string): ElementNode {
  const root = element('root', '', {}, null)
  let parent = root
  let depth = 0
  let elements = 0
  let attributes = 0
  // The tokenizer emits text in pieces: it splits at each entity, at a lone `<` and at comments.
  let pieces: string[] = []
  const joinPieces = () => {
    if (pieces.length === 0) return
    const last = parent.children[parent.children.length - 1]
    const data = pieces.length === 1 ? (pieces[0] ?? '') : pieces.join('')
    pieces = []
    if (last?.type === 'text') last.data += data
    else append({ type: 'text', data, parent, prev: null, next: null })
  }
  const append = (node: TreeNode) => {
    const last = parent.children[parent.children.length - 1]
    if (last) {
      last.next = node
      node.prev = last
    }
    parent.children.push(node)
  }
  const parser = new Parser({
    onattribute() {
      // Checked while the tag is read: after an endless tag the memory would be full.
      if (++attributes > maxAttributes)
        throw pageChanged(`an element has more than ${maxAttributes} attributes`)
    },
    onopentag(name, attribs) {
      if (++elements > maxElements) throw pageChanged(`the page has more than ${maxElements} elements`)
      if (++depth > maxDepth) throw pageChanged(`the page nests deeper than ${maxDepth} elements`)
      checkCountBudget('levels', depth)
      attributes = 0
      joinPieces()
      const node = element(name === 'script' || name === 'style' ? name : 'tag', name, attribs, parent)
      append(node)
      parent = node
    },
    onclosetag() {
      joinPieces()
      depth--
      parent = parent.parent ?? root
    },
    ontext(data) {
      pieces.push(data)
      if (pieces.length === maxPieces) joinPieces()
    },
  })
  parser.end(html)
  joinPieces()
  return root
}

const element = (
  type: ElementNode['type'],
  name: string,
  attribs: Record<string, string>,
  parent: ElementNode | null,
): ElementNode => ({ type, name, attribs, children: [], parent, prev: null, next: null, view: null })

/** The options with which css-select walks the tree. */
export const selectOptions: Options<TreeNode, ElementNode> = {
  adapter: {
    isTag: isElement,
    getAttributeValue: ({ attribs }, name) => (Object.hasOwn(attribs, name) ? attribs[name] : undefined),
    hasAttrib: (node, name) => Object.hasOwn(node.attribs, name),
    getChildren: (node) => (node.type === 'text' ? [] : node.children),
    getName: (node) => node.name,
    getParent: (node) => node.parent,
    getSiblings: (node) => node.parent?.children ?? [node],
    prevElementSibling(node) {
      let before = node.prev
      while (before && !isElement(before)) before = before.prev
      return before
    },
    getText: rawText,
    // Queries always start from a single node.
    removeSubsets: (nodes) => nodes,
  },
}

/** All text below a node, for the selector `:contains`. Recursion is bounded by the depth limit. */
function rawText(node: TreeNode): string {
  return node.type === 'text' ? node.data : node.children.map(rawText).join('')
}
