import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { lazyDialog } from '../../../kit/dialogs/lazyDialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { useRequirementTexts } from './conditionWords.ts'

const RequirementsDialog = lazyDialog(async () => (await import('./RequirementsDialog.tsx')).RequirementsDialog)

/** What a detector must have before a release is installed on it. */
export function Requirements({ release }: { release: ShownRelease }) {
  const { t } = useLingui()
  const [isEditing, setIsEditing] = useState(false)
  const { state, requirements, images } = release
  const texts = useRequirementTexts()(requirements)
  const isDraft = state === 'draft'
  const notes = [
    texts.length === 0 && (isDraft ? t`None: any detector of its products can install it.` : t`None.`),
    // A withdrawn one is offered to nobody, whatever it requires.
    !isDraft && state !== 'withdrawn' && t`Once a release has left draft, they never change. Make a new version instead.`,
  ].filter((note) => note !== false)
  return (
    <section aria-label={t`Requirements`} className="flex flex-col gap-1.5 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="font-medium">
          <Trans>Requirements</Trans>
        </h3>
        {/* All of it deleted: restoring comes first. */}
        {isDraft && !images.every(({ isDeleted }) => isDeleted) && (
          <Button variant="outline" size="sm" onClick={() => setIsEditing(true)}>
            <Trans>Edit requirements</Trans>
          </Button>
        )}
      </div>
      {texts.length > 0 && (
        <ul className="flex list-disc flex-col gap-1 pl-5 marker:text-muted-foreground">
          {texts.map((text) => (
            <li key={text} className="wrap-anywhere">
              {text}
            </li>
          ))}
        </ul>
      )}
      {notes.length > 0 && <p className="text-pretty text-muted-foreground">{notes.join(' ')}</p>}
      {/* Also where it has left draft meanwhile: the form says so. */}
      {isEditing && <RequirementsDialog release={release} onClose={() => setIsEditing(false)} />}
    </section>
  )
}
