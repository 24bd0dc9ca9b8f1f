import { useLingui } from '@lingui/react/macro'
import { CatalogueClashes } from '../../kit/record/CatalogueClashes.tsx'
import { usePageTitle } from '../../kit/pages/usePageTitle.ts'
import { FigureCards } from './cards/FigureCards.tsx'
import { LastSync } from './cards/LastSync.tsx'
import { InstallationNotices } from './installation/InstallationNotices.tsx'
import { ProofsToCheck } from './proofs/ProofsToCheck.tsx'
import { StoppedReleases } from './releases/StoppedReleases.tsx'
import { UpdateStatistics } from './updates/UpdateStatistics.tsx'

/** The start page of staff. */
export function DashboardScreen() {
  const { t } = useLingui()
  const title = t`Dashboard`
  usePageTitle(title)
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h1 className="text-2xl font-semibold">{title}</h1>
        <LastSync />
      </div>
      <InstallationNotices />
      <StoppedReleases />
      <ProofsToCheck />
      <CatalogueClashes />
      <FigureCards />
      <UpdateStatistics />
    </div>
  )
}
