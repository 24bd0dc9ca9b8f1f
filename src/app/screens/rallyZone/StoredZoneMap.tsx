import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ShownRallyZone } from '../../../contract/rallyZone.ts'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { FailedQuery } from '../../kit/failures/Failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ZoneMap } from './map/ZoneMap.tsx'

/** What the stored files of a zone draw. */
export function StoredZoneMap({ zone }: { zone: ShownRallyZone }) {
  const { t } = useLingui()
  // The version: another one may draw something else.
  const query = queryOf(api.rallyZone.getShapes, { params: { id: zone.id } })
  const shapes = useQuery({ ...query, queryKey: [...query.queryKey, zone.version] })
  if (shapes.isPending) return <MapPending label={t`Loading the map`} />
  if (shapes.isError) return <FailedQuery query={shapes} />
  if (shapes.data.features.length === 0)
    return (
      <p className="text-sm text-muted-foreground">
        <Trans>There is no drawing of this zone. Send its files again to draw it.</Trans>
      </p>
    )
  return <ZoneMap {...zone} files={zone.files.map(({ filename }) => filename)} shapes={shapes.data.features} />
}

/** In place of a map that is not there yet. */
export function MapPending({ label }: { label: string }) {
  return (
    <>
      <Skeleton className="h-80 w-full rounded-lg!" />
      <output className="sr-only">{label}</output>
    </>
  )
}
