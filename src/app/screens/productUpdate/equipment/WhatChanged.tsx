import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { compareVersions } from '../../../../contract/compareVersions.ts'
import { sortByLanguage } from '../../../../contract/languageNames.ts'
import type { AvailableUpdate, UserProduct } from '../../../../contract/userProduct.ts'
import { notesBetween } from '../../../../contract/versionNotes.ts'
import { Failed } from '../../../kit/failures/Failed.tsx'
import { Fold } from '../../../kit/text/Fold.tsx'
import { MarkdownText } from '../../../kit/text/MarkdownText.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { isDraft } from '../../../update/offers/detectorFacts.ts'
import type { KnownFirmware } from '../../../update/offers/knownFirmware.ts'
import { offeredFirmwares } from '../../../update/ownQueries.ts'

type WhatChangedProps = { owned: UserProduct; known: KnownFirmware; available: AvailableUpdate }

/** The change logs of what lies between the installed version and the newest, newest first. Where the installed one is unknown, the newest's. */
export function WhatChanged({ owned, known, available }: WhatChangedProps) {
  const { i18n } = useLingui()
  const query = useQuery(offeredFirmwares(owned.product.id))
  if (query.isPending) return <Skeleton className="h-8 w-64" />
  if (query.data === undefined) {
    return <Failed error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
  }
  const installed = known.state === 'installed' ? known : null
  const wanted = { detectorLanguage: null, installedLanguage: installed?.language ?? null, personLanguage: i18n.locale }
  // A recalled version is replaced by an older one.
  const isUpgrade = installed !== null && compareVersions(installed.versionName, available.versionName) === 'older'
  const offered = sortByLanguage(query.data, wanted).filter((firmware) => !isDraft(firmware))
  const notes = notesBetween(offered, installed?.versionName ?? null, available.versionName)
  if (notes.length === 0) return null
  return (
    <Fold summary={<Summary before={isUpgrade ? installed.versionName : null} versionName={available.versionName} />}>
      <div className="flex flex-col gap-5 text-sm">
        {notes.map(({ versionName, changeLog }) => (
          <section key={versionName} aria-label={versionName} className="flex flex-col gap-1">
            <p className="font-medium tabular-nums">{versionName}</p>
            <MarkdownText topHeading={2}>{changeLog}</MarkdownText>
          </section>
        ))}
      </div>
    </Fold>
  )
}

function Summary({ before, versionName }: { before: string | null; versionName: string }) {
  return before === null ? <Trans>What’s new in {versionName}</Trans> : <Trans>What changed since {before}</Trans>
}
