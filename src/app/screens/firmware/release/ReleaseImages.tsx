import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { useBytesText } from '../../../i18n/measures.ts'
import { recordLink } from '../../../kit/record/recordLinks.ts'
import { Badge } from '../../../ui/badge.tsx'
import { cn } from '../../../ui/cn.ts'

/** The firmwares of a release, one for each language. `shownId`: the one whose page this is. */
export function ReleaseImages({ images, shownId }: { images: ShownRelease['images']; shownId: number }) {
  const { t, i18n } = useLingui()
  const bytesText = useBytesText()
  return (
    <table className="w-full text-sm" aria-label={t`Languages of this release`}>
      <thead className="text-xs text-muted-foreground">
        <tr className="border-b">
          <th scope="col" className={cn(cell, 'text-left font-medium')}>
            <Trans>Language</Trans>
          </th>
          <th scope="col" className={cn(cell, 'text-left font-medium max-sm:hidden')}>
            <Trans>File</Trans>
          </th>
          <th scope="col" className={cn(cell, 'text-right font-medium')}>
            <Trans>Size</Trans>
          </th>
          <th scope="col" className={cn(cell, 'text-right font-medium')}>
            <Trans>Downloads</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {images.map(({ id, language, filename, sizeBytes, nbProductUpdates, isDeleted }) => (
          <tr key={id} className={cn('border-b border-border/60 last:border-0', id === shownId && 'bg-accent/40')}>
            <td className={cell}>
              <span className="flex flex-wrap items-center gap-x-2">
                {id === shownId ? (
                  <span aria-current="page" className="font-medium">
                    {language}
                  </span>
                ) : (
                  <Link {...recordLink('firmware', 'show', id)} className="rounded-sm text-primary hover:underline">
                    {language}
                  </Link>
                )}
                {isDeleted && (
                  <Badge variant="outline">
                    <Trans>Deleted</Trans>
                  </Badge>
                )}
              </span>
              {/* A phone has no room for a column of its own. */}
              <span className="block wrap-anywhere text-muted-foreground sm:hidden">{filename}</span>
            </td>
            <td className={cn(cell, 'wrap-anywhere max-sm:hidden')}>{filename}</td>
            <td className={cn(cell, 'text-right whitespace-nowrap tabular-nums')}>{bytesText(sizeBytes)}</td>
            <td className={cn(cell, 'text-right tabular-nums')}>{i18n.number(nbProductUpdates)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const cell = 'px-2 py-1.5 align-top first:pl-0 last:pr-0'
