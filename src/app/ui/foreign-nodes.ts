/**
 * Lets React go on in a page that others change, and is loaded before it. Translators, dictionaries and password managers replace, wrap and
 * move nodes; React then takes a node away from an element that is no longer its parent, and throws (facebook/react#11538). What stands in
 * place of a text goes or changes with the element around it: so a text beside others has an element of its own, and each component test
 * looks for one that has none (tests/component/ownElements.ts).
 */

const { removeChild, insertBefore } = Node.prototype
// As the browser says it: in a form with a field of that name, `form.parentNode` is the field, and a sanitizer would go round for ever.
const getParent = Object.getOwnPropertyDescriptor(Node.prototype, 'parentNode')?.get as (this: Node) => Node | null
const parentOf = (node: Node) => getParent.call(node)

Node.prototype.removeChild = function remove<T extends Node>(child: T): T {
  if (!isMoved(child, this)) return removeChild.call<Node, [T], T>(this, child)
  // Wrapped, it goes from where it is; replaced, it is gone already.
  parentOf(child)?.removeChild(child)
  return child
}

Node.prototype.insertBefore = function insert<T extends Node>(node: T, before: Node | null): T {
  return insertBefore.call<Node, [T, Node | null], T>(this, node, isMoved(before, this) ? childAround(this, before) : before)
}

/** Libraries give undefined for null, which is for the browser to judge. */
function isMoved(node: Node | null | undefined, parent: Node): node is Node {
  return node instanceof Node && parentOf(node) !== parent
}

/** The child of `parent` that holds the node, or null. */
function childAround(parent: Node, node: Node): Node | null {
  let around: Node | null = node
  while (around !== null && parentOf(around) !== parent) around = parentOf(around)
  return around
}
