import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import type { OfferedFirmware } from '../../../contract/firmware.ts'
import { formatDate } from '../../formatDate.ts'
import { MarkdownText } from '../../kit/MarkdownText.tsx'

/** What a firmware changes, as its maker wrote it. */
export function ChangeLog({ firmware }: { firmware: OfferedFirmware }) {
  const headingId = useId()
  return (
    <div className="flex flex-col gap-2">
      <h3 id={headingId} className="text-sm font-semibold">
        <Trans>What changes</Trans>
      </h3>
      <p className="text-sm text-muted-foreground">
        <Trans>
          Released on {formatDate(firmware.releaseDate)} · {firmware.language}
        </Trans>
      </p>
      {firmware.changeLog === null ? (
        <p className="text-sm text-muted-foreground">
          <Trans>No change log was written for this version.</Trans>
        </p>
      ) : (
        <section
          aria-labelledby={headingId}
          className="max-h-72 overflow-y-auto rounded-lg border px-4 py-3 text-sm"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          tabIndex={0}
        >
          <MarkdownText topHeading={4}>{firmware.changeLog}</MarkdownText>
        </section>
      )}
    </div>
  )
}
