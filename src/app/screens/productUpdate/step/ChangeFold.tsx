import { Trans } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { importWithRetry } from '../../../browser/lazyModule.ts'
import { Fold } from '../../../kit/text/Fold.tsx'

/** Its library is a tenth of what this screen loads, and folded at first. */
const MarkdownText = lazy(async () => ({
  default: (await importWithRetry(() => import('../../../kit/text/MarkdownText.tsx'))).MarkdownText,
}))

/** A firmware's change log, as its maker wrote it. */
export function ChangeFold({ changeLog, versionName }: { changeLog: string | null; versionName: string }) {
  if (changeLog === null) return null
  return (
    <Fold
      summary={
        <span className="text-muted-foreground">
          <Trans>What’s new in {versionName}</Trans>
        </span>
      }
    >
      <div className="text-sm">
        <Suspense fallback={<p className="whitespace-pre-line">{changeLog}</p>}>
          <MarkdownText topHeading={4}>{changeLog}</MarkdownText>
        </Suspense>
      </div>
    </Fold>
  )
}
