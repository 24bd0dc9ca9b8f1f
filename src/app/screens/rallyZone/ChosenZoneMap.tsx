import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { Failed } from '../../kit/failures/Failed.tsx'
import { ZoneMap } from './map/ZoneMap.tsx'
import { MapPending } from './StoredZoneMap.tsx'
import { ZoneProblems } from './ZoneProblems.tsx'

const keptMs = 60_000

/** What chosen files draw and what is wrong with them, before they are saved. The server reads them, as it will when they are saved. */
export function ChosenZoneMap({ files }: { files: readonly File[] }) {
  const { t } = useLingui()
  const reading = useQuery({
    // A file has no identity of its own; one that was edited has another time.
    queryKey: [...api.rallyZone.readFiles.queryKey, files.map(({ name, size, lastModified }) => [name, size, lastModified])],
    queryFn: ({ signal }) => api.rallyZone.readFiles({ body: { zoneFile: [...files] }, signal }),
    staleTime: Infinity,
    gcTime: keptMs,
  })
  if (reading.isPending) return <MapPending label={t`Reading the files`} />
  if (reading.isError) return <Failed error={reading.error} onRetry={() => void reading.refetch()} isRetrying={reading.isFetching} />
  const read = reading.data.files
  const shapes = read.flatMap((file) => file.shapes)
  return (
    <div className="flex flex-col gap-4">
      <ZoneProblems files={read} />
      {shapes.length > 0 && (
        <ZoneMap
          files={read.map(({ fileName }) => fileName)}
          shapes={shapes}
          areaSquareMeters={read.reduce((sum, file) => sum + file.areaSquareMeters, 0)}
          perimeterMeters={read.reduce((sum, file) => sum + file.perimeterMeters, 0)}
        />
      )}
    </div>
  )
}
