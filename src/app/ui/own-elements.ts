import { Children, createElement, type ReactNode } from 'react'

/** Gives each text beside other nodes an element of its own, as foreign-nodes.ts needs it. */
export function ownElements(children: ReactNode): ReactNode {
  if (Children.count(children) > 1) return textsInElements(children)
  // React's type of an array is `any`.
  return Array.isArray(children) ? (children as readonly ReactNode[])[0] : children
}

/** The same where other nodes may come beside them. */
export function textsInElements(children: ReactNode): ReactNode {
  return Children.map(children, (child) => (typeof child === 'string' && child.trim() !== '' ? createElement('span', null, child) : child))
}
