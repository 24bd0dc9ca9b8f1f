import { Trans, useLingui } from '@lingui/react/macro'
import type { ZoneShape } from '../../../../contract/rallyZone.ts'
import { Fold } from '../../../kit/text/Fold.tsx'
import { partsOf } from './projectShapes.ts'
import { useSizeText } from './useSizeText.ts'

const shownMax = 200

/** What the map shows, in words. */
export function ShapeTable({ files, shapes }: { files: readonly string[]; shapes: readonly ZoneShape[] }) {
  const { t, i18n } = useLingui()
  const sizeText = useSizeText()
  const hasFiles = files.length > 1
  const sizeOf = ({ areaSquareMeters, perimeterMeters, lengthMeters }: ZoneShape['properties']) =>
    [
      areaSquareMeters !== null && sizeText.area(areaSquareMeters),
      perimeterMeters !== null && t`${sizeText.length(perimeterMeters)} around`,
      lengthMeters !== null && t`${sizeText.length(lengthMeters)} long`,
    ].filter((text) => text !== false)
  return (
    <Fold summary={t`Shapes (${i18n.number(shapes.length)})`}>
      <section
        aria-label={t`Shapes`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area must be reachable by keyboard
        tabIndex={0}
        className="max-h-80 overflow-auto"
      >
        <table className="w-full text-left text-sm">
          <thead className="text-muted-foreground">
            <tr>
              <th scope="col" className="py-1 pr-4 font-medium">{t`Name`}</th>
              <th scope="col" className="py-1 pr-4 font-medium">{t`Kind`}</th>
              <th scope="col" className="py-1 pr-4 font-medium">{t`Size`}</th>
              {hasFiles && <th scope="col" className="py-1 font-medium">{t`File`}</th>}
            </tr>
          </thead>
          <tbody>
            {[...shapes.slice(0, shownMax).entries()].map(([shape, { geometry, properties }]) => (
              <tr key={shape} className="border-t align-top">
                <td className="py-1 pr-4 break-words">{properties.name ?? t`Without a name`}</td>
                <td className="py-1 pr-4">
                  <KindText geometry={geometry} />
                </td>
                <td className="py-1 pr-4 tabular-nums">{sizeOf(properties).join(', ') || '–'}</td>
                {hasFiles && <td className="py-1 break-words">{files[properties.file] ?? '–'}</td>}
              </tr>
            ))}
          </tbody>
        </table>
        {shapes.length > shownMax && (
          <p className="mt-2 text-sm text-muted-foreground">
            <Trans>The first {shownMax} are shown.</Trans>
          </p>
        )}
      </section>
    </Fold>
  )
}

function KindText({ geometry }: Pick<ZoneShape, 'geometry'>) {
  const { t } = useLingui()
  const names = {
    Point: t`Point`,
    MultiPoint: t`Points`,
    LineString: t`Line`,
    MultiLineString: t`Lines`,
    Polygon: t`Area`,
    MultiPolygon: t`Areas`,
  }
  const kinds = partsOf(geometry).map(({ type }) => names[type])
  return <span>{kinds.join(', ')}</span>
}
