import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ShownOutcomes } from '../../../../contract/shownOutcomes.ts'
import { formatDate, formatDateTime } from '../../../i18n/formatDate.ts'
import { recordLink } from '../../../kit/record/recordLinks.ts'
import { Badge } from '../../../ui/badge.tsx'
import { useCauseText } from './useCauseText.ts'
import { useCountText } from './useCountText.ts'
import { useBrowserName, useTestName } from './useTestName.ts'

type Failure = ShownOutcomes['failed'][number]

/** Each detector on which the first attempt failed. `round`: the count that is under way. */
export function FailureList({ failed, round }: Pick<ShownOutcomes, 'failed' | 'round'>) {
  const { t } = useLingui()
  const title = t`Failures`
  return (
    <section
      aria-label={title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area must be reachable by keyboard
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-md"
    >
      <ul aria-label={title} className="flex flex-col gap-2.5">
        {failed.map((failure) => (
          <FailureRow key={`${failure.serialNumberFormatted} ${failure.at}`} failure={failure} isOfRound={failure.round === round} />
        ))}
      </ul>
    </section>
  )
}

function FailureRow({ failure, isOfRound }: { failure: Failure; isOfRound: boolean }) {
  const causeText = useCauseText()
  const countText = useCountText()
  const { at, serialNumberFormatted, user, isCounted, repairedAt, round } = failure
  return (
    <li className="grid grid-cols-1 gap-x-4 gap-y-0.5 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <time dateTime={at} className="text-xs/5 text-muted-foreground tabular-nums">
        {formatDateTime(at)}
      </time>
      <div className="flex min-w-0 flex-col gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          {user === null ? (
            <span className="tabular-nums">{serialNumberFormatted}</span>
          ) : (
            <>
              <Link {...recordLink('user', 'show', user.id)} className="rounded-sm text-primary tabular-nums hover:underline">
                {serialNumberFormatted}
              </Link>
              <span className="min-w-0 wrap-anywhere">{user.tostring}</span>
            </>
          )}
          {repairedAt !== null && (
            <Badge variant="success">
              <Trans>Repaired {formatDate(repairedAt)}</Trans>
            </Badge>
          )}
          {!isOfRound && <Badge variant="outline">{countText(round)}</Badge>}
          {isOfRound && !isCounted && (
            <Badge variant="outline">
              <Trans>Does not count</Trans>
            </Badge>
          )}
        </p>
        <p className="wrap-break-word">{causeText(failure)}</p>
        <Place failure={failure} />
      </div>
    </li>
  )
}

/** On what it failed, and through which page. */
function Place({ failure: { hardwareVersion, appBuild, browser } }: { failure: Failure }) {
  const testName = useTestName()
  const browserName = useBrowserName()
  const parts = [
    testName({ kind: 'hardware', name: String(hardwareVersion) }),
    ...(appBuild === null ? [] : [testName({ kind: 'build', name: String(appBuild) })]),
    ...(browser === null ? [] : [browserName(browser)]),
  ]
  return <p className="text-xs text-muted-foreground">{parts.join(' · ')}</p>
}
