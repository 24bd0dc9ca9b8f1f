import { Trans } from '@lingui/react/macro'
import { Markdown, type MarkdownToJSX } from 'markdown-to-jsx/react'
import { useId } from 'react'
import type { OfferedFirmware } from '../../../contract/firmware.ts'
import { formatDate } from '../../formatDate.ts'

/** What a firmware changes, as its maker wrote it in Markdown. HTML in it stays text; addresses become links only where they are http or mailto. */
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
          className="changelog max-h-72 overflow-y-auto rounded-lg border px-4 py-3 text-sm"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          tabIndex={0}
        >
          <Markdown options={{ disableParsingRawHTML: true, forceBlock: true, overrides }}>{firmware.changeLog}</Markdown>
        </section>
      )}
    </div>
  )
}

/** The page has its own headings above these; pictures would load from elsewhere. */
const overrides: MarkdownToJSX.Overrides = {
  h1: { component: 'h4', props: {} },
  h2: { component: 'h4', props: {} },
  h3: { component: 'h5', props: {} },
  img: () => null,
  a: { props: { target: '_blank', rel: 'noreferrer' } },
}
