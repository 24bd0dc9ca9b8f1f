import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { isUpgrade } from '../../../../contract/versionOrder.ts'
import type { AvailableUpdate, UserProduct } from '../../../../contract/userProduct.ts'
import { DetectorDrawing } from '../../../kit/detector/DetectorDrawing.tsx'
import { detectorName } from '../../../../contract/detectorFamily.ts'
import { sortByLanguage } from '../../../../contract/languageNames.ts'
import { notesBetween } from '../../../../contract/versionNotes.ts'
import { FailedQuery } from '../../../kit/failures/Failed.tsx'
import { usePageTitle } from '../../../kit/pages/usePageTitle.ts'
import { Fold } from '../../../kit/text/Fold.tsx'
import { MarkdownText } from '../../../kit/text/MarkdownText.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardContent } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { availableNow } from '../../../update/offers/availableNow.ts'
import { isDraft } from '../../../update/offers/detectorFacts.ts'
import { knownFirmware, type KnownFirmware } from '../../../update/offers/knownFirmware.ts'
import { offeredFirmwares } from '../../../update/ownQueries.ts'
import { useKnowledge } from '../../../update/useKnowledge.ts'
import { readReach } from '../step/usePageStep.ts'
import { CopyLink } from '../support/CopyLink.tsx'
import { useChainText } from '../support/useChainText.ts'
import { useReachText } from '../support/useReachText.ts'
import { FirmwareLine } from './FirmwareLine.tsx'

type DetectorHeadProps = {
  owned: UserProduct
  isConnected: boolean
  /** The name of the connected detector, if it is another one. */
  otherConnected: string | null
  isReadOnly: boolean
  onRename: () => void
  onUpdate: () => void
}

/** Which detector it is, the firmware on it, and what would be installed next. */
export function DetectorHead({ owned, isConnected, otherConnected, isReadOnly, onRename, onUpdate }: DetectorHeadProps) {
  const known = knownFirmware(owned, useKnowledge())
  const available = availableNow(owned, known)
  const name = detectorName(owned)
  const versionName = available?.versionName
  const { chainText } = useChainText()
  const steps = available && chainText([...available.firstVersions, available.versionName])
  usePageTitle(name)
  return (
    <Card>
      <CardContent className="flex flex-col gap-4">
        <div className="flex items-center gap-4 sm:gap-6">
          <div
            className={cn(
              'shrink-0 rounded-lg bg-muted p-3 max-sm:[&>svg]:h-14 max-sm:[&>svg]:w-20',
              known.state === 'none' && 'opacity-35',
            )}
          >
            <DetectorDrawing typeName={owned.product.typeName} />
          </div>
          <div className="flex min-w-0 flex-col gap-1 text-sm wrap-anywhere">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h1 className="text-xl leading-snug font-semibold">{name}</h1>
              {isConnected && (
                <Badge variant="success">
                  <Trans>Connected</Trans>
                </Badge>
              )}
            </div>
            <p className="text-muted-foreground tabular-nums">
              {owned.nickname === null ? owned.serialNumberFormatted : `${owned.productName} · ${owned.serialNumberFormatted}`}
            </p>
            <FirmwareLine known={known} available={available} />
            {!isReadOnly && (
              <Button variant="ghost" size="sm" className="-mb-1.5 -ml-3 w-fit text-muted-foreground" onClick={onRename}>
                <Pencil aria-hidden />
                {owned.nickname === null ? <Trans>Give it a name</Trans> : <Trans>Change its name</Trans>}
              </Button>
            )}
          </div>
        </div>
        {known.state === 'none' && !isReadOnly && (
          <NextButton isConnected={isConnected} otherConnected={otherConnected} onUpdate={onUpdate}>
            <Trans>Finish the update</Trans>
          </NextButton>
        )}
        {available !== null && (
          <div className="flex flex-col gap-2">
            <WhatChanged owned={owned} known={known} available={available} />
            {steps !== null && <p className="text-sm text-pretty text-muted-foreground">{steps}</p>}
            {!isReadOnly && (
              <NextButton isConnected={isConnected} otherConnected={otherConnected} onUpdate={onUpdate}>
                <Trans>Update to {versionName}</Trans>
              </NextButton>
            )}
          </div>
        )}
      </CardContent>
    </Card>
  )
}

type NextButtonProps = Pick<DetectorHeadProps, 'isConnected' | 'otherConnected' | 'onUpdate'> & { children: ReactNode }

/** Connects the detector, unless it is, on the page that updates it. Says what is needed where this browser cannot. */
function NextButton({ isConnected, otherConnected, onUpdate, children }: NextButtonProps) {
  const reach = readReach()
  const reachText = useReachText()
  if (reach !== 'supported' && !isConnected)
    return (
      <>
        <p className="text-sm text-pretty text-muted-foreground">{reachText(reach)}</p>
        {reach === 'phone' && <CopyLink />}
      </>
    )
  return (
    <>
      {otherConnected !== null && (
        <p className="text-sm text-pretty text-muted-foreground">
          <Trans>{otherConnected} is connected now. Choose this detector in the list that the browser shows.</Trans>
        </p>
      )}
      <Button className="sm:w-fit" onClick={onUpdate}>
        {children}
      </Button>
    </>
  )
}

type WhatChangedProps = { owned: UserProduct; known: KnownFirmware; available: AvailableUpdate }

/** The change logs of what lies between the installed version and the newest, newest first. Where the installed one is unknown, the newest's. */
function WhatChanged({ owned, known, available }: WhatChangedProps) {
  const { i18n } = useLingui()
  const query = useQuery(offeredFirmwares(owned.product.id))
  if (query.isPending) return <Skeleton className="h-8 w-64" />
  if (query.data === undefined) {
    return <FailedQuery query={query} />
  }
  const installed = known.state === 'installed' ? known : null
  const wanted = { detectorLanguage: null, installedLanguage: installed?.language ?? null, personLanguage: i18n.locale }
  // A recalled version is replaced by an older one.
  const isNewer = installed !== null && isUpgrade(installed.versionName, available.versionName)
  const offered = sortByLanguage(query.data, wanted).filter((firmware) => !isDraft(firmware))
  const notes = notesBetween(offered, installed?.versionName ?? null, available.versionName)
  if (notes.length === 0) return null
  return (
    <Fold summary={<Summary before={isNewer ? installed.versionName : null} versionName={available.versionName} />}>
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
