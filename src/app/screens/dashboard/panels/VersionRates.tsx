import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { UpdateFigures } from '../../../../contract/dashboard.ts'
import { landing } from '../../../session/access.ts'
import { roleOf, useSession } from '../../../session/session.ts'
import { Panel } from './Panel.tsx'
import { ShareBar } from './ShareBar.tsx'
import { useShareText } from '../../../i18n/measures.ts'
import { wilsonInterval } from '../../../../contract/wilsonInterval.ts'

/** How often each version was installed successfully, and how sure that is: a rate of few updates says little. */
export function VersionRates({ versions }: { versions: UpdateFigures['versions'] | undefined }) {
  const { t } = useLingui()
  return (
    <Panel
      title={t`Success rate by firmware`}
      description={t`With the 95% confidence interval. Updates without a result do not count.`}
      rows={versions?.map((version) => (
        <VersionRate key={`${version.product.id} ${version.versionName}`} {...version} />
      ))}
      empty={t`No update has a result in this period.`}
    />
  )
}

function VersionRate({ product, versionName, successes, errors }: UpdateFigures['versions'][number]) {
  const { i18n } = useLingui()
  const trials = successes + errors
  const { low, high } = wilsonInterval(successes, trials)
  const percent = useShareText()
  const [rate, lowest, highest] = [percent(successes / trials), percent(low), percent(high)]
  const [installed, all] = [i18n.number(successes), i18n.number(trials)]
  return (
    <li>
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate">
          <FirmwareLink product={product} versionName={versionName} />
        </span>
        <span className="font-medium tabular-nums">{rate}</span>
      </div>
      <ShareBar from={low} to={high} mark={successes / trials} className="bg-success/35" />
      <p className="mt-0.5 flex justify-between gap-3 text-xs text-muted-foreground tabular-nums">
        <Trans>
          {lowest} to {highest}
        </Trans>
        <Trans>
          {installed} of {all}
        </Trans>
      </p>
    </li>
  )
}

/** The firmwares of this version, for those who may open their list. */
function FirmwareLink({ product, versionName }: Pick<UpdateFigures['versions'][number], 'product' | 'versionName'>) {
  const name = `${product.tostring} ${versionName}`
  if (landing('/firmware/index', roleOf(useSession())) !== null) return <span>{name}</span>
  return (
    <Link
      to="/firmware/index"
      search={{ search: versionName, filters: { product: String(product.id) } }}
      className="rounded-sm text-primary hover:underline"
    >
      {name}
    </Link>
  )
}
