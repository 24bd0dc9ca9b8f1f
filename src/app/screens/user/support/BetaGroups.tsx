import { Trans } from '@lingui/react/macro'
import { FlaskConical } from 'lucide-react'
import type { ShownUser } from '../../../../contract/userStaff.ts'
import { LinkedRecords } from '../../../kit/record/LinkedRecords.tsx'
import { landing } from '../../../session/access.ts'
import { roleOf, useSession } from '../../../session/session.ts'

/** Which groups a tester is in: links for those who may open them. */
export function BetaGroups({ groups }: { groups: ShownUser['betaGroups'] }) {
  const mayOpen = landing('/betaGroup/show/$id', roleOf(useSession())) === null
  return (
    <div className="flex flex-wrap items-start gap-2 py-1.5 text-sm wrap-anywhere">
      <FlaskConical aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
      <span className="font-medium">
        <Trans>Beta groups</Trans>
      </span>
      {mayOpen ? (
        <LinkedRecords entity="betaGroup" records={groups} />
      ) : (
        <span className="text-muted-foreground">{groups.length === 0 ? '–' : groups.map(({ tostring }) => tostring).join(', ')}</span>
      )}
    </div>
  )
}
