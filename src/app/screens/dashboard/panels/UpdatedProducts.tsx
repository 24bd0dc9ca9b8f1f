import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { UpdateFigures } from '../../../../contract/dashboard.ts'
import { recordLink } from '../../../kit/record/recordLinks.ts'
import { landing } from '../../../session/access.ts'
import { roleOf, useSession } from '../../../session/session.ts'
import { Panel } from './Panel.tsx'
import { RankRow } from './RankRow.tsx'

export function UpdatedProducts({ products }: { products: UpdateFigures['products'] | undefined }) {
  const { t } = useLingui()
  const mayOpen = landing('/product/show/$id', roleOf(useSession())) === null
  const most = products?.[0]?.number ?? 0
  return (
    <Panel
      title={t`Most updated models`}
      rows={products?.map(({ product: { id, tostring }, number }) => (
        <RankRow
          key={id}
          number={number}
          most={most}
          name={
            mayOpen ? (
              <Link {...recordLink('product', 'show', id)} className="rounded-sm text-primary hover:underline">
                {tostring}
              </Link>
            ) : (
              tostring
            )
          }
        />
      ))}
      empty={t`No model was updated in this period.`}
    />
  )
}
