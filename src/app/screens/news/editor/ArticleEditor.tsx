/** The text of an article with its toolbar. In a chunk of its own, which only people who write news load. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Milkdown, MilkdownProvider, useEditor } from '@milkdown/react'
import type { Command, EditorState } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { toast } from 'sonner'
import { newsImageTypes } from '../../../../contract/news.ts'
import { toastErrorMs } from '../../../../contract/rules.ts'
import { asAppError } from '../../../../errors.ts'
import { api } from '../../../api/api.ts'
import { Field, type FieldControl } from '../../../kit/fields/Field.tsx'
import { useChangeErrorText } from '../../../kit/failures/useChangeErrorText.ts'
import { FileDrop } from '../../../kit/fields/FileDrop.tsx'
import { Input } from '../../../ui/input.tsx'
import { describeImage, insertImage, linkRange, selectedImage, selectText, setLink } from './actions.ts'
import { createEditor, type EditorEvents, fillEditor } from './createEditor.ts'
import { EditorToolbar } from './EditorToolbar.tsx'
import { LinkPanel } from './LinkPanel.tsx'
import './editor.css'
import { Panel } from './Panel.tsx'

type ArticleEditorProps = FieldControl & {
  label: string
  /** HTML. A value that did not come from `onChange` replaces the text. */
  value: string
  onChange: (html: string) => void
  onBlur: () => void
  ref: Ref<{ focus: () => void }>
}

export function ArticleEditor(props: ArticleEditorProps) {
  return (
    <MilkdownProvider>
      <Surface {...props} />
    </MilkdownProvider>
  )
}

function Surface({ id, label, value, onChange, onBlur, ref, ...described }: ArticleEditorProps) {
  const { t } = useLingui()
  const errorText = useChangeErrorText()
  const toolbar = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<EditorView | null>(null)
  const [state, setState] = useState<EditorState | null>(null)
  const [panel, setPanel] = useState<'link' | 'image' | null>(null)
  const lastHtml = useRef(value)

  async function uploadImage(image: File): Promise<string | null> {
    try {
      return (await api.news.postTempImage({ body: { image }, idempotencyKey: crypto.randomUUID() })).url
    } catch (error) {
      const { name } = image
      const { code } = asAppError(error)
      toast.error(code === 'request.too.large' ? errorText('image.too.large.error') : errorText(error), {
        description: name,
        duration: toastErrorMs,
      })
      return null
    }
  }

  const attributes = {
    id,
    class: 'article article-editor',
    'aria-label': label,
    'aria-multiline': 'true',
    ...Object.fromEntries(Object.entries(described).map(([name, text]) => [name, String(text)])),
  }
  // The editor lives longer than one drawing, and reads what is true when something happens.
  const events: EditorEvents = {
    onView: setView,
    onState: setState,
    onHtml: useEffectEvent((html: string) => {
      lastHtml.current = html
      onChange(html)
    }),
    uploadImage: useEffectEvent(uploadImage),
    onDroppedImages: useEffectEvent(
      () => void toast(t`Pictures of other sites are not copied. Save them and insert them as files.`, { duration: toastErrorMs }),
    ),
    onAskForLink: useEffectEvent(() => open('link')),
    onLeaveToToolbar: () => toolbar.current?.querySelector<HTMLElement>('button')?.focus(),
    attributes: useEffectEvent(() => attributes),
    uploadingText: useEffectEvent(() => t`Uploading…`),
  }
  useEditor((root) => createEditor(root, value, events), [])

  const attributesText = JSON.stringify(attributes)
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the view reads new attributes by `events` when its props are set
  useEffect(() => view?.setProps({}), [view, attributesText])

  const fill = useEffectEvent((html: string) => {
    lastHtml.current = html
    if (view !== null) fillEditor(view, html)
  })
  useEffect(() => {
    if (value !== lastHtml.current) fill(value)
  }, [value])

  useImperativeHandle(ref, () => ({ focus: () => view?.focus() }), [view])

  function run(command: Command) {
    if (view === null) return
    selectText(view.state, view.dispatch)
    command(view.state, view.dispatch, view)
    view.focus()
  }
  function open(asked: 'link' | 'image') {
    if (view !== null) selectText(view.state, view.dispatch)
    setPanel(asked)
  }
  function close() {
    setPanel(null)
    view?.focus()
  }
  const image = state && selectedImage(state)
  return (
    <div
      className="rounded-md border border-input bg-card shadow-card has-aria-invalid:border-destructive has-[.article-editor:focus-visible]:outline-2 has-[.article-editor:focus-visible]:outline-offset-2 has-[.article-editor:focus-visible]:outline-ring"
      onBlur={onBlur}
    >
      {state && (
        // Above the text that scrolls, also while a panel is open: a field behind the toolbar would have the focus unseen.
        <div className="sticky top-14 z-10 rounded-t-md bg-card">
          <EditorToolbar ref={toolbar} state={state} run={run} controls={id} onLink={() => open('link')} onImage={() => open('image')} />
          {panel === 'link' && (
            <LinkPanel
              href={linkRange(state).href}
              onClose={close}
              onApply={(href) => {
                run(setLink(href))
                close()
              }}
            />
          )}
          {panel === 'image' && (
            <ImagePanel
              key={image?.pos}
              alt={image?.alt ?? null}
              onClose={close}
              onDescribe={(alt) => {
                if (image !== null) run(describeImage(image.pos, alt))
                close()
              }}
              onInsert={async (file, alt) => {
                const src = await uploadImage(file)
                if (src !== null) run(insertImage(src, alt))
                return src !== null
              }}
            />
          )}
        </div>
      )}
      <Milkdown />
    </div>
  )
}

type ImagePanelProps = {
  /** The description of the selected image; null to insert a new one. */
  alt: string | null
  onDescribe: (alt: string) => void
  /** Resolves to false if it failed and the user was told. */
  onInsert: (file: File, alt: string) => Promise<boolean>
  onClose: () => void
}

function ImagePanel({ alt, onDescribe, onInsert, onClose }: ImagePanelProps) {
  const { t } = useLingui()
  const [file, setFile] = useState<File>()
  const [typed, setTyped] = useState(alt ?? '')
  const [isMissing, setIsMissing] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const isNew = alt === null

  async function apply() {
    if (!isNew) return onDescribe(typed.trim())
    if (file === undefined) return setIsMissing(true)
    setIsBusy(true)
    const isInserted = await onInsert(file, typed.trim())
    setIsBusy(false)
    if (isInserted) onClose()
  }
  return (
    <Panel
      label={t`Image`}
      onApply={() => void apply()}
      {...(isNew && { applyLabel: <Trans>Insert</Trans> })}
      isBusy={isBusy}
      onClose={onClose}
    >
      {isNew && (
        <Field label={<Trans>Image file</Trans>} help={t`PNG, JPEG or WebP.`} error={isMissing && !file ? 'MandatoryField' : undefined}>
          {(controlProps) => <FileDrop {...controlProps} accept={newsImageTypes.join()} filename={file?.name} onChange={setFile} />}
        </Field>
      )}
      <Field label={<Trans>Description</Trans>} help={t`For readers who cannot see the image.`}>
        {(controlProps) => <Input {...controlProps} value={typed} onChange={({ target }) => setTyped(target.value)} />}
      </Field>
    </Panel>
  )
}
