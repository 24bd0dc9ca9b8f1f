/** Milkdown, set up for articles: schema, undo, shortcuts, cleaned paste, uploads. Knows no React and no words. */
import { Editor, editorStateOptionsCtx, editorViewOptionsCtx, rootCtx, schemaCtx } from '@milkdown/kit/core'
import { gapCursorPlugin } from '@milkdown/kit/plugin/cursor'
import { history } from '@milkdown/kit/plugin/history'
import { trailing } from '@milkdown/kit/plugin/trailing'
import { upload, uploadConfig } from '@milkdown/kit/plugin/upload'
import { dropCursor } from '@milkdown/kit/prose/dropcursor'
import type { Node, Schema } from '@milkdown/kit/prose/model'
import { type Command, EditorState, Plugin, PluginKey } from '@milkdown/kit/prose/state'
import { fixTables, isInTable } from '@milkdown/kit/prose/tables'
import { Decoration, type EditorView } from '@milkdown/kit/prose/view'
import { $prose, $shortcut } from '@milkdown/kit/utils'
import { cleanPasted } from '../articleHtml/cleanHtml.ts'
import { align, insertBreak } from './actions.ts'
import { parseArticle, serializeArticle } from './articleDocument.ts'
import { articleSchema } from './schema.ts'

export type EditorEvents = {
  /** The editor stands; null when it is gone. */
  readonly onView: (view: EditorView | null) => void
  /** After every change of text or selection. */
  readonly onState: (state: EditorState) => void
  /** The HTML to store. HTML that nobody edited stays as it was given, also after undoing all. */
  readonly onHtml: (html: string) => void
  /** Returns the image's address; null if that failed and the user was told. */
  readonly uploadImage: (file: File) => Promise<string | null>
  /** Pasted pictures of other sites were left out. */
  readonly onDroppedImages: () => void
  readonly onAskForLink: () => void
  readonly onLeaveToToolbar: () => void
  /** Of the text area: its name and errors. Read whenever the editor is drawn. */
  readonly attributes: () => Record<string, string>
  /** Shown while an image is sent. */
  readonly uploadingText: () => string
}

/** What the editor was filled with, and how it would write that itself. */
type Filling = { given: string; written: string }
const fillings = new WeakMap<EditorView, Filling>()

export function createEditor(root: HTMLElement, given: string, events: EditorEvents): Editor {
  return Editor.make()
    .config((ctx) => {
      ctx.set(rootCtx, root)
      ctx.set(editorStateOptionsCtx, (options) => ({ ...options, doc: documentOf(given, ctx.get(schemaCtx)) }))
      ctx.update(editorViewOptionsCtx, (options) => ({
        ...options,
        attributes: events.attributes,
        transformPastedHTML: (html) => cleanPasted(html, location.origin).html,
      }))
      ctx.update(uploadConfig.key, (config) => ({
        ...config,
        uploader: (files, schema) => uploadAll(files, schema, events),
        uploadWidgetFactory(pos, spec) {
          const note = document.createElement('span')
          note.className = 'article-uploading'
          note.textContent = events.uploadingText()
          return Decoration.widget(pos, note, spec)
        },
      }))
    })
    .use(articleSchema)
    .use([history, trailing, gapCursorPlugin].flat())
    .use($prose(() => dropCursor({ color: false, class: 'article-drop' })))
    .use($prose(() => reporter(given, events)))
    .use(shortcuts(events))
    .use(
      $prose((ctx) =>
        pastedPictures(events, (isWanted) => ctx.update(uploadConfig.key, (config) => ({ ...config, enableHtmlFileUploader: isWanted }))),
      ),
    )
    .use(upload)
}

/** Replaces the whole text, which can be undone. */
export function fillEditor(view: EditorView, given: string): void {
  const { state } = view
  const { content } = documentOf(given, state.schema)
  view.dispatch(state.tr.replaceWith(0, state.doc.content.size, content))
  fillings.set(view, { given, written: serializeArticle(view.state.doc) })
}

function documentOf(html: string, schema: Schema): Node {
  const doc = parseArticle(html, schema)
  // Rows of different lengths would be completed at the first key press, as if that had changed them.
  const { tr } = EditorState.create({ doc: fixTables(EditorState.create({ doc }))?.doc ?? doc })
  const { paragraph } = schema.nodes
  // The preset's trailing paragraph too would come with the first key press.
  return doc.lastChild?.isTextblock === true || paragraph === undefined ? tr.doc : tr.insert(tr.doc.content.size, paragraph.create()).doc
}

const reporterKey = new PluginKey('ARTICLE_REPORTER')

function reporter(given: string, { onView, onState, onHtml }: EditorEvents): Plugin {
  return new Plugin({
    key: reporterKey,
    view(view) {
      fillings.set(view, { given, written: serializeArticle(view.state.doc) })
      onView(view)
      onState(view.state)
      return {
        update(_, before) {
          onState(view.state)
          if (before.doc.eq(view.state.doc)) return
          const html = serializeArticle(view.state.doc)
          const filling = fillings.get(view)
          onHtml(html === filling?.written ? filling.given : html)
        },
        destroy: () => onView(null),
      }
    },
  })
}

function run(then: () => void): Command {
  return () => {
    then()
    return true
  }
}

function shortcuts({ onAskForLink, onLeaveToToolbar }: EditorEvents) {
  return $shortcut(() => ({
    'Mod-k': run(onAskForLink),
    'Mod-Shift-l': align(null),
    'Mod-Shift-e': align('center'),
    'Mod-Shift-r': align('right'),
    'Alt-F10': run(onLeaveToToolbar),
    // Before the preset's own: Enter leaves a table there, and Shift-Enter does nothing in one.
    'Shift-Enter': { key: 'Shift-Enter', priority: 100, onRun: () => insertBreak },
    Enter: { key: 'Enter', priority: 100, onRun: () => (state, dispatch) => isInTable(state) && insertBreak(state, dispatch) },
  }))
}

/**
 * A picture copied in a browser comes as a file and as HTML with its address on another site: then the file is wanted. A text copied in
 * Word comes with a picture of itself, which nobody wants.
 */
function pastedPictures({ onDroppedImages }: EditorEvents, setWanted: (isWanted: boolean) => void): Plugin {
  return new Plugin({
    key: new PluginKey('ARTICLE_PASTED_PICTURES'),
    props: {
      handlePaste(_, { clipboardData }) {
        const html = clipboardData?.getData('text/html') ?? ''
        const clean = cleanPasted(html, location.origin)
        const isPictureAlone = (clipboardData?.files.length ?? 0) > 0 && clean.html === ''
        setWanted(isPictureAlone)
        if (clean.droppedImages > 0 && !isPictureAlone) onDroppedImages()
        return false
      },
    },
  })
}

async function uploadAll(files: FileList, { nodes: { image } }: Schema, { uploadImage }: EditorEvents): Promise<Node[]> {
  const addresses = await Promise.all([...files].map(uploadImage))
  return addresses.flatMap((src) => (src === null || image === undefined ? [] : [image.create({ src, alt: '' })]))
}
