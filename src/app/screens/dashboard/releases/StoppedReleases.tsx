import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { mayCall } from '../../../../contract/endpoint.ts'
import { release } from '../../../../contract/release.ts'
import type { StoppedRelease } from '../../../../contract/shownRelease.ts'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { useFoundText } from '../../../i18n/useFoundText.ts'
import { recordLink } from '../../../kit/record/recordLinks.ts'
import { roleOf, useSession } from '../../../session/session.ts'
import { Alert, AlertDescription, AlertTitle } from '../../../ui/alert.tsx'

const refreshMs = 60_000

/** The releases that were halted or fail in the portal, and the plans that do not go on by themselves, for those who decide; nothing if there are none. */
export function StoppedReleases() {
  const { t } = useLingui()
  const isAllowed = mayCall(release.getStopped, roleOf(useSession()))
  const { data = [] } = useQuery({ ...queryOf(api.release.getStopped), enabled: isAllowed, refetchInterval: refreshMs })
  if (data.length === 0) return null
  const title = t`${plural(data.length, { one: 'A release needs your decision', other: '# releases need your decision' })}`
  return (
    <Alert variant="warning">
      <TriangleAlert aria-hidden />
      <AlertTitle>{title}</AlertTitle>
      <AlertDescription>
        <ul aria-label={title} className="flex flex-col gap-1 break-words">
          {data.map((stopped) => (
            <li key={stopped.releaseId}>
              <Sentence stopped={stopped} />
            </li>
          ))}
        </ul>
      </AlertDescription>
    </Alert>
  )
}

function Sentence({ stopped }: { stopped: StoppedRelease }) {
  const foundText = useFoundText()
  const { kind, found } = stopped
  if (found === null)
    return (
      <Trans>
        The plan of <ReleaseLink {...stopped} /> was paused: something speaks against offering it to all owners.
      </Trans>
    )
  const text = foundText(found)
  switch (kind) {
    case 'halted':
      return (
        <Trans>
          <ReleaseLink {...stopped} /> was halted: {text}
        </Trans>
      )
    case 'paused':
      return (
        <Trans>
          The plan of <ReleaseLink {...stopped} /> was paused: {text}
        </Trans>
      )
    case 'portal':
      return (
        <Trans>
          <ReleaseLink {...stopped} /> is still offered, but fails in one build or browser: {text}
        </Trans>
      )
  }
}

function ReleaseLink({ firmwareId, versionName, products }: StoppedRelease) {
  const { t, i18n } = useLingui()
  const names = new Intl.ListFormat(i18n.locale).format(products)
  return (
    <Link {...recordLink('firmware', 'show', firmwareId)} className="rounded-sm text-primary underline underline-offset-2">
      {products.length === 0 ? versionName : t`${versionName} for ${names}`}
    </Link>
  )
}
