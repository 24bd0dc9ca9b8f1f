import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { locales } from '../../../../contract/rules.ts'
import { api } from '../../../api/api.ts'
import { formatDate } from '../../../i18n/formatDate.ts'
import { ActionButton } from '../../../kit/dialogs/ActionButton.tsx'
import { Alert, AlertDescription, AlertTitle } from '../../../ui/alert.tsx'
import { useListText } from './conditionWords.ts'
import { useLiftText } from './useLiftText.ts'

type ShownHold = ShownRelease['holds'][number]

/** Whom a release is kept from for now, and why, as its owners read it in either language. */
export function Holds({ release }: { release: ShownRelease }) {
  const { state, images, holds } = release
  // All of it deleted: restoring comes first.
  const isOver = state === 'withdrawn' || images.every(({ isDeleted }) => isDeleted)
  return holds.map((hold) => <HoldNote key={hold.id} hold={hold} release={release} isOver={isOver} />)
}

function HoldNote({ hold, release, isOver }: { hold: ShownHold; release: ShownRelease; isOver: boolean }) {
  const { hardwareVersions, reason, since } = hold
  const { t } = useLingui()
  const versions = useListText()(hardwareVersions)
  const titleId = useId()
  return (
    <Alert variant="warning">
      <TriangleAlert aria-hidden />
      <AlertTitle id={titleId}>
        {hardwareVersions.length === 0
          ? t`Not yet on any detector`
          : t`${plural(hardwareVersions.length, { one: `Not yet on hardware ${versions}`, other: `Not yet on hardware ${versions}` })}`}
      </AlertTitle>
      <AlertDescription>
        <ul className="flex flex-col gap-1">
          {locales.map((locale) => (
            <li key={locale} className="flex gap-2">
              <span className="w-6 shrink-0 text-xs/5 text-muted-foreground uppercase">{locale}</span>
              <span lang={locale} className="min-w-0 wrap-anywhere">
                {reason[locale]}
              </span>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <span className="text-muted-foreground">
            <Trans>Since {formatDate(since)}</Trans>
          </span>
          {!isOver && <LiftButton hold={hold} release={release} titleId={titleId} />}
        </div>
      </AlertDescription>
    </Alert>
  )
}

function LiftButton({ hold, release, titleId }: { hold: ShownHold; release: ShownRelease; titleId: string }) {
  const { t } = useLingui()
  const liftText = useLiftText()
  const { id, versionName } = release
  return (
    <ActionButton
      aria-describedby={titleId}
      asks={{
        title: t`Lift this hold on ${versionName}?`,
        description: liftText(hold, release),
        action: t`Lift the hold`,
        isHarmless: true,
      }}
      send={async () => {
        await api.release.lift({ params: { id }, body: { holdId: hold.id } })
        return t`The hold on ${versionName} is lifted`
      }}
    >
      <Trans>Lift…</Trans>
    </ActionButton>
  )
}
