import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { news, type ShownNews } from '../../../contract/news.ts'
import { asAppError } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { importWithRetry } from '../../browser/lazyModule.ts'
import { useNow } from '../../browser/useNow.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { localMinute, readMinute, zoneName } from '../../i18n/localMinute.ts'
import { FormField } from '../../kit/fields/FormField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { TimeInput } from '../../kit/fields/TimeInput.tsx'
import { useUpload } from '../../kit/fields/useUpload.tsx'
import { CreatePage } from '../../kit/pages/CreatePage.tsx'
import { EditPage } from '../../kit/pages/EditPage.tsx'
import { RecordForm } from '../../kit/pages/FormPage.tsx'
import { leadsToList, useReturnToList } from '../../kit/record/returnToList.ts'
import { useRecordForm } from '../../kit/record/useRecordForm.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'
import { ArticleText, Thumbnail, thumbnailAddress } from './Article.tsx'
import type { NewsValues } from './newsValues.ts'
import { useNewsWords } from './newsWords.ts'
import { ThumbnailField, useFileAddress } from './ThumbnailField.tsx'

export function NewsCreateScreen() {
  return (
    <CreatePage entity="news" words={useNewsWords()}>
      <NewsForm />
    </CreatePage>
  )
}

export function NewsEditScreen() {
  return (
    <EditPage entity="news" words={useNewsWords()} get={api.news.get}>
      {(shown) => <NewsForm shown={shown} />}
    </EditPage>
  )
}

/** `shown` is undefined for a new article. */
function NewsForm({ shown }: { shown?: ShownNews }) {
  const { t } = useLingui()
  const upload = useUpload()
  const words = useNewsWords()
  const returnToList = useReturnToList('news')
  const form = useRecordForm<ShownNews, NewsValues>({
    entity: 'news',
    words,
    shown,
    schema: shown ? news.update.request : news.create.request,
    fill,
    get: api.news.get,
    keptFiles,
    async send({ thumbnail, removeThumbnail, publishAt, ...values }, { params, edit, idempotencyKey }) {
      const sent = thumbnail === undefined ? {} : upload.options()
      const body = { ...values, publishAt, ...(thumbnail && { thumbnail }) }
      try {
        if (shown) return await api.news.update({ params, body: { ...body, removeThumbnail, ...edit }, ...sent })
        return await api.news.create({ body, idempotencyKey, ...sent })
      } catch (error) {
        if (!leadsToList(error)) throw error
        // A new article can still be made of the text.
        form.keepDraft(asAppError(error).status === 404)
        returnToList(error)
        return null
      }
    },
  })
  const { control, field, failure, isBusy, conflict, getValues, setValue } = form
  const [title, content, thumbnail, removeThumbnail, publishAt] = useWatch({
    control,
    name: ['title', 'content', 'thumbnail', 'removeThumbnail', 'publishAt'],
  })
  const isPublished = shown?.status === true
  const draftLabel = t({ message: 'Draft', comment: 'A button: save as a draft' })

  const submitAs = (published: boolean, label: string, variant?: 'outline') => (
    <Button
      type="submit"
      isBusy={isBusy && getValues('published') === published}
      disabled={conflict !== null || (isBusy && getValues('published') !== published)}
      {...(variant && { variant })}
      onClick={() => setValue('published', published)}
    >
      {label}
    </Button>
  )
  return (
    <RecordForm
      form={form}
      submitError={failure}
      footer={upload.progress}
      buttons={
        isPublished ? (
          submitAs(true, t`Modify`)
        ) : (
          <>
            {submitAs(false, publishAt === '' ? draftLabel : t`Publish on ${formatDateTime(publishAt)}`, 'outline')}
            {submitAs(true, publishAt === '' ? t`Publish` : t`Publish now`)}
          </>
        )
      }
    >
      <TextField {...field('title')} />
      <ThumbnailField control={control} label={words.labels.thumbnail} stored={shown ? thumbnailAddress(shown) : null} />
      <ContentField
        control={control}
        label={words.labels.content}
        preview={
          <Preview title={title} html={content} thumbnail={thumbnail} stored={shown && !removeThumbnail ? thumbnailAddress(shown) : null} />
        }
      />
      {!isPublished && <PublishAtField control={control} label={words.labels.publishAt} value={publishAt} />}
    </RecordForm>
  )
}

type PreviewProps = { title: string; html: string; thumbnail: File | undefined; stored: string | null }

/** As on the article's own screen. */
function Preview({ title, html, thumbnail, stored }: PreviewProps) {
  const chosen = useFileAddress(thumbnail)
  const address = chosen ?? stored
  if (title.trim() === '' && html === '' && address === null) {
    return (
      <p className="text-sm text-muted-foreground">
        <Trans>Nothing to show yet.</Trans>
      </p>
    )
  }
  return (
    <article className="flex flex-col gap-5">
      <p className="text-2xl font-semibold break-words">{title}</p>
      {address !== null && <Thumbnail src={address} />}
      <ArticleText html={html} />
    </article>
  )
}

const keptFiles = ['thumbnail'] as const

function fill(shown?: ShownNews): NewsValues {
  return {
    title: shown?.title ?? '',
    content: shown?.content ?? '',
    published: shown?.status ?? false,
    publishAt: shown?.publishAt ?? '',
    thumbnail: undefined,
    removeThumbnail: false,
  }
}

/** When a draft is published by itself. Its value is an instant of the contract; empty for none. */
function PublishAtField({ control, label, value }: { control: Control<NewsValues>; label: string; value: string }) {
  const { t, i18n } = useLingui()
  const now = useNow()
  const [typed, setTyped] = useState('')
  // What is half typed stays; what came from elsewhere, as from a kept draft, replaces it.
  const isTyped = (readMinute(typed) ?? '') === value
  const elsewhere = value === '' ? '' : localMinute(new Date(value))
  const zone = zoneName(value === '' ? now : new Date(value), i18n.locale)
  return (
    <FormField control={control} name="publishAt" label={label} help={t`To publish the draft later. Your time zone: ${zone}.`}>
      {(controlProps, { name, ref, onBlur, onChange }) => {
        const change = (text: string) => {
          setTyped(text)
          onChange(readMinute(text) ?? '')
        }
        return (
          <div className="flex max-w-md flex-wrap items-center gap-2">
            <div className="min-w-60 flex-1">
              <TimeInput {...controlProps} name={name} ref={ref} value={isTyped ? typed : elsewhere} onBlur={onBlur} onChange={change} />
            </div>
            {value !== '' && (
              <Button variant="ghost" onClick={() => change('')}>
                <Trans>Do not schedule</Trans>
              </Button>
            )}
          </div>
        )
      }}
    </FormField>
  )
}

const ArticleEditor = lazy(async () => {
  const { ArticleEditor: Editor } = await importWithRetry(() => import('./editor/ArticleEditor.tsx'))
  return { default: Editor }
})

type ContentFieldProps = {
  control: Control<NewsValues>
  label: string
  /** The article as readers will see it. */
  preview: ReactNode
}

function ContentField({ control, label, preview }: ContentFieldProps) {
  return (
    <FormField control={control} name="content" label={label}>
      {(controlProps, { value, onChange, onBlur, ref }) => (
        <Tabs defaultValue="write" className="gap-3!">
          <TabsList>
            <TabsTrigger value="write">
              <Trans>Write</Trans>
            </TabsTrigger>
            <TabsTrigger value="preview">
              <Trans>Preview</Trans>
            </TabsTrigger>
          </TabsList>
          {/* Stays, so that what was typed can still be undone after a look at the preview. */}
          <TabsContent value="write" forceMount className="data-[state=inactive]:hidden">
            <Suspense fallback={<Skeleton className="h-80 w-full" />}>
              <ArticleEditor {...controlProps} label={label} value={String(value)} onChange={onChange} onBlur={onBlur} ref={ref} />
            </Suspense>
          </TabsContent>
          <TabsContent value="preview" className="rounded-md border bg-card p-4">
            {preview}
          </TabsContent>
        </Tabs>
      )}
    </FormField>
  )
}
