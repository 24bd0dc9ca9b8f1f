/** What the toolbar does, and whether it is done already where the cursor is. Knows no button. */
import { lift, setBlockType, toggleMark, wrapIn } from '@milkdown/kit/prose/commands'
import { redo, redoDepth, undo, undoDepth } from '@milkdown/kit/prose/history'
import type { MarkType, Node, NodeType, ResolvedPos } from '@milkdown/kit/prose/model'
import { liftListItem, wrapInList } from '@milkdown/kit/prose/schema-list'
import { AllSelection, type Command, type EditorState, Selection, TextSelection } from '@milkdown/kit/prose/state'
import type { Alignment } from '../../../../contract/article.ts'
import { headingLevelOf, type headingLevels } from './schema.ts'

type HeadingLevel = (typeof headingLevels)[number]

function markType(state: EditorState, name: string): MarkType {
  const type = state.schema.marks[name]
  if (type === undefined) throw new Error(`no mark ${name}`)
  return type
}

function nodeType(state: EditorState, name: string): NodeType {
  const type = state.schema.nodes[name]
  if (type === undefined) throw new Error(`no node ${name}`)
  return type
}

/** "Select all" selects the document itself, in which no command finds a paragraph: selects its text instead. */
export const selectText: Command = ({ selection, doc, tr }, dispatch) => {
  if (selection instanceof AllSelection) dispatch?.(tr.setSelection(TextSelection.between(doc.resolve(0), doc.resolve(doc.content.size))))
  return true
}

/** Where the selection begins, in a paragraph. */
function beginning({ selection, doc }: EditorState): ResolvedPos {
  return selection instanceof AllSelection ? Selection.atStart(doc).$from : selection.$from
}

export type MarkName = 'strong' | 'emphasis' | 'strike_through'

export const toggle =
  (name: MarkName): Command =>
  (state, dispatch, view) =>
    toggleMark(markType(state, name))(state, dispatch, view)

export function hasMark(state: EditorState, name: MarkName | 'link'): boolean {
  const { from, to, empty, $from } = state.selection
  const type = markType(state, name)
  if (empty) return type.isInSet(state.storedMarks ?? $from.marks()) !== undefined
  return state.doc.rangeHasMark(from, to, type)
}

/** Again makes it a paragraph. */
export const toggleHeading =
  (level: HeadingLevel): Command =>
  (state, dispatch, view) => {
    const align: unknown = beginning(state).parent.attrs['align'] ?? null
    const command = isHeading(state, level)
      ? setBlockType(nodeType(state, 'paragraph'), { align })
      : setBlockType(nodeType(state, 'heading'), { level, align })
    return command(state, dispatch, view)
  }

export function isHeading(state: EditorState, level: HeadingLevel): boolean {
  const { parent } = beginning(state)
  return parent.type.name === 'heading' && headingLevelOf(parent) === level
}

export type ListName = 'bullet_list' | 'ordered_list'

/** Again takes the item out of its list; in a list of the other kind it changes that list. */
export const toggleList =
  (name: ListName): Command =>
  (state, dispatch, view) => {
    const list = findAround(beginning(state), ({ type }) => type.name === 'bullet_list' || type.name === 'ordered_list')
    if (list === undefined) return wrapInList(nodeType(state, name))(state, dispatch)
    if (list.node.type.name === name) return liftListItem(nodeType(state, 'list_item'))(state, dispatch, view)
    dispatch?.(state.tr.setNodeMarkup(list.pos, nodeType(state, name)))
    return true
  }

export function isInList(state: EditorState, name: ListName): boolean {
  const list = findAround(beginning(state), ({ type }) => type.name === 'bullet_list' || type.name === 'ordered_list')
  return list?.node.type.name === name
}

export const toggleQuote: Command = (state, dispatch, view) =>
  isInQuote(state) ? lift(state, dispatch, view) : wrapIn(nodeType(state, 'blockquote'))(state, dispatch, view)

export function isInQuote(state: EditorState): boolean {
  return findAround(beginning(state), ({ type }) => type.name === 'blockquote') !== undefined
}

function findAround($pos: ResolvedPos, fits: (node: Node) => boolean): { node: Node; pos: number } | undefined {
  for (let depth = $pos.depth; depth > 0; depth -= 1) if (fits($pos.node(depth))) return { node: $pos.node(depth), pos: $pos.before(depth) }
  return undefined
}

/** Null is left. */
export const align =
  (alignment: Alignment | null): Command =>
  (state, dispatch) => {
    const blocks = alignableIn(state)
    if (blocks.length === 0) return false
    const { tr } = state
    for (const { pos, node } of blocks) tr.setNodeMarkup(pos, undefined, { ...node.attrs, align: alignment })
    dispatch?.(tr.scrollIntoView())
    return true
  }

export function isAligned(state: EditorState, alignment: Alignment | null): boolean {
  const [first] = alignableIn(state)
  return first !== undefined && first.node.attrs['align'] === alignment
}

function alignableIn({ doc, selection }: EditorState): { pos: number; node: Node }[] {
  const found: { pos: number; node: Node }[] = []
  doc.nodesBetween(selection.from, selection.to, (node, pos) => {
    if ('align' in node.attrs) found.push({ pos, node })
  })
  return found
}

/** Where the cursor is in a link, all of that link; otherwise the selected text. */
export function linkRange(state: EditorState): { from: number; to: number; href: string | null } {
  const { from, to, $from } = state.selection
  const type = markType(state, 'link')
  const isLinked = (node: Node | null) => node !== null && type.isInSet(node.marks) !== undefined
  const child = isLinked($from.nodeAfter) ? $from.nodeAfter : $from.nodeBefore
  const mark = child === null ? undefined : type.isInSet(child.marks)
  if (mark === undefined) return { from, to, href: null }
  let [start, end] = [to, from]
  $from.parent.forEach((node, offset) => {
    const pos = $from.start() + offset
    if (!mark.isInSet(node.marks) || pos > to || pos + node.nodeSize < from) return
    start = Math.min(start, pos)
    end = Math.max(end, pos + node.nodeSize)
  })
  return { from: Math.min(start, from), to: Math.max(end, to), href: String(mark.attrs['href']) }
}

/** Without a selection the address itself becomes the text. Null removes the link. */
export const setLink =
  (href: string | null): Command =>
  (state, dispatch) => {
    const { from, to } = linkRange(state)
    const type = markType(state, 'link')
    const { tr } = state
    if (href === null) tr.removeMark(from, to, type)
    else if (from === to) tr.replaceSelectionWith(state.schema.text(href, [type.create({ href })]), false)
    else tr.removeMark(from, to, type).addMark(from, to, type.create({ href }))
    dispatch?.(tr.scrollIntoView())
    return true
  }

export const insertRule: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodeType(state, 'hr').create()).scrollIntoView())
  return true
}

export const insertImage =
  (src: string, alt: string): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(nodeType(state, 'image').create({ src, alt })).scrollIntoView())
    return true
  }

/** The image that is selected. */
export function selectedImage({ selection, doc }: EditorState): { pos: number; alt: string } | null {
  const node = doc.nodeAt(selection.from)
  if (node?.type.name !== 'image' || selection.to !== selection.from + 1) return null
  return { pos: selection.from, alt: String(node.attrs['alt']) }
}

export const describeImage =
  (pos: number, alt: string): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.setNodeAttribute(pos, 'alt', alt))
    return true
  }

export { redo, undo }
export const mayUndo = (state: EditorState): boolean => undoDepth(state) > 0
export const mayRedo = (state: EditorState): boolean => redoDepth(state) > 0

/** A new line in the same paragraph. */
export const insertBreak: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type.spec.code) return false
  dispatch?.(state.tr.replaceSelectionWith(nodeType(state, 'hardbreak').create()).scrollIntoView())
  return true
}
