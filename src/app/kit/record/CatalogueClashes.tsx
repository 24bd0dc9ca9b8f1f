import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { catalogue } from '../../../contract/catalogue.ts'
import { mayCall } from '../../../contract/endpoint.ts'
import { api } from '../../api/api.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { roleOf, useSession } from '../../session/session.ts'
import { Alert, AlertDescription, AlertTitle } from '../../ui/alert.tsx'
import { queryOf } from '../../api/queryOf.ts'
import { recordLink } from './recordLinks.ts'

/** The screen that shows the notice. The screen of one record shows only the clashes of that record. */
type Place = { readonly entity: 'product' | 'firmware'; readonly id?: number }

/**
 * The contradictions among products and firmwares, for those who can fix them: one notice for each kind, nothing if there are none. Without
 * `place` both kinds are shown.
 */
export function CatalogueClashes({ place }: { place?: Place }) {
  const { t } = useLingui()
  const isAllowed = mayCall(catalogue.getClashes, roleOf(useSession()))
  const { data } = useQuery({ ...queryOf(api.catalogue.getClashes), enabled: isAllowed })
  const isHere = (entity: Place['entity'], records: readonly { id: number }[]) =>
    place === undefined || (place.entity === entity && (place.id === undefined || records.some(({ id }) => id === place.id)))
  const typeIds = data?.typeIds.filter(({ products }) => isHere('product', products)) ?? []
  const versions = data?.versions.filter(({ firmwares }) => isHere('firmware', firmwares)) ?? []
  return (
    <>
      {typeIds.length > 0 && (
        <Notice
          title={t`Products share a type number`}
          consequence={t`Their detectors are not offered any firmware until each product has its own type number.`}
        >
          {typeIds.map(({ typeId, products }) => (
            <li key={typeId}>
              <Trans>
                Type number {typeId}: <Records entity="product" records={products} shownId={place?.id} />
              </Trans>
            </li>
          ))}
        </Notice>
      )}
      {versions.length > 0 && (
        <Notice
          title={t`Active firmwares have the same version and language`}
          consequence={t`Customers cannot tell them apart. Keep only one of them active, or change the version of the others.`}
        >
          {versions.map(({ product, versionName, language, firmwares }) => (
            <li key={`${product.id} ${versionName} ${language}`}>
              <Trans>
                {product.tostring}: <Records entity="firmware" records={firmwares.map(dated)} shownId={place?.id} />
              </Trans>
            </li>
          ))}
        </Notice>
      )}
    </>
  )
}

function Notice({ title, consequence, children }: { title: string; consequence: string; children: ReactNode }) {
  return (
    <Alert variant="warning">
      <TriangleAlert aria-hidden />
      <AlertTitle>{title}</AlertTitle>
      <AlertDescription>
        <p>{consequence}</p>
        <ul className="flex flex-col gap-1 break-words">{children}</ul>
      </AlertDescription>
    </Alert>
  )
}

type NamedRecord = { readonly id: number; readonly tostring: string }

type RecordsProps = {
  entity: Place['entity']
  records: readonly NamedRecord[]
  /** The record that this screen shows: not a link. */
  shownId: number | undefined
}

function Records({ entity, records, shownId }: RecordsProps) {
  return records.map(({ id, tostring }, index) => (
    <Fragment key={id}>
      {index > 0 && <span>, </span>}
      {id === shownId ? (
        <span>{tostring}</span>
      ) : (
        <Link {...recordLink(entity, 'show', id)} className="rounded-sm text-primary underline underline-offset-2">
          {tostring}
        </Link>
      )}
    </Fragment>
  ))
}

/** They have the same name: the date tells them apart. */
function dated({ id, tostring, releaseDate }: NamedRecord & { readonly releaseDate: string }): NamedRecord {
  return { id, tostring: `${tostring} · ${formatDateTime(releaseDate)}` }
}
