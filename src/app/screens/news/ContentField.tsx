import { Trans } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Control } from 'react-hook-form'
import { importWithRetry } from '../../browser/lazyModule.ts'
import { FormField } from '../../kit/fields/FormField.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'
import type { NewsValues } from './newsValues.ts'

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

export function ContentField({ control, label, preview }: ContentFieldProps) {
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
