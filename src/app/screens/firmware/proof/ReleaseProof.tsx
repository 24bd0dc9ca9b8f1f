/** Who of staff installed a release on which real detectors, what is missing, and an exception: while it is a draft, and folded afterwards. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleDashed, FileWarning, FlaskConical } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { ReleaseProof as Proof, ShownRelease } from '../../../../contract/shownRelease.ts'
import { formatDate } from '../../../i18n/formatDate.ts'
import { Fold } from '../../../kit/text/Fold.tsx'
import { cn } from '../../../ui/cn.ts'
import { useMissingProofText } from './useMissingProofText.ts'

type ReleaseProofProps = { release: Pick<ShownRelease, 'state' | 'proof'> }

const shownAtOnceMax = 5

export function ReleaseProof({ release: { state, proof } }: ReleaseProofProps) {
  const id = useId()
  if (proof.flashed.length + proof.missing.length === 0 && proof.exception === null) return null
  const title = <Trans>Tested on real detectors</Trans>
  if (state !== 'draft')
    return (
      <Fold summary={<span className="text-muted-foreground">{title}</span>} className="-my-2">
        <Facts proof={proof} isQuiet />
      </Fold>
    )
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h3 id={id} className="text-sm font-medium">
        {title}
      </h3>
      <Facts proof={proof} />
      {proof.missing.length > 0 && (
        <p className="text-sm text-pretty text-muted-foreground">
          <Trans>
            Install it on{' '}
            <Link to="/productUpdate/index" className="rounded-sm text-primary underline underline-offset-2">
              your own update page
            </Link>
            : drafts are offered there to staff.
          </Trans>{' '}
          {proof.mode === 'required' && <Trans>Until then it can only be offered if an administrator gives a reason.</Trans>}
        </p>
      )}
    </section>
  )
}

function Facts({ proof: { flashed, missing, exception }, isQuiet = false }: { proof: Proof; isQuiet?: boolean }) {
  const missingText = useMissingProofText()
  const [first, others] = [flashed.slice(0, shownAtOnceMax), flashed.slice(shownAtOnceMax)]
  return (
    <div className="flex flex-col gap-1 text-sm">
      <ul className="flex flex-col gap-1.5">
        {first.map((flash) => (
          <Flash key={keyOf(flash)} flash={flash} />
        ))}
        {missingText(missing).map((text) => (
          <Line key={text} icon={CircleDashed} className={isQuiet ? 'text-muted-foreground' : 'text-warning'}>
            {text}
          </Line>
        ))}
        {exception && (
          <Line icon={FileWarning} className="text-muted-foreground">
            <Exception exception={exception} />
          </Line>
        )}
      </ul>
      {others.length > 0 && (
        <Fold summary={<Trans>Earlier tests ({others.length})</Trans>}>
          <ul className="flex flex-col gap-1.5 text-sm">
            {others.map((flash) => (
              <Flash key={keyOf(flash)} flash={flash} />
            ))}
          </ul>
        </Fold>
      )}
    </div>
  )
}

function Flash({ flash }: { flash: Proof['flashed'][number] }) {
  const { t } = useLingui()
  const { by, date, serialNumberFormatted: serial, hardwareVersion, language, isSimulated } = flash
  return (
    <Line icon={isSimulated ? FlaskConical : CircleCheck} className={isSimulated ? 'text-muted-foreground' : 'text-success'}>
      <Trans>
        {by.tostring} on {formatDate(date)}
      </Trans>
      <span className="block text-muted-foreground tabular-nums">
        <span className="whitespace-nowrap">{serial}</span>
        <span>{['', t`Hardware ${hardwareVersion}`, language, ...(isSimulated ? [t`simulated: no proof`] : [])].join(' · ')}</span>
      </span>
    </Line>
  )
}

function Exception({ exception: { by, date, reason } }: { exception: NonNullable<Proof['exception']> }) {
  const [name, day] = [by?.tostring ?? null, formatDate(date)]
  if (reason === null)
    return name === null ? (
      <Trans>Exception on {day}: over the API, without a reason.</Trans>
    ) : (
      <Trans>
        Exception by {name} on {day}: over the API, without a reason.
      </Trans>
    )
  return name === null ? (
    <Trans>
      Exception on {day}: “{reason}”
    </Trans>
  ) : (
    <Trans>
      Exception by {name} on {day}: “{reason}”
    </Trans>
  )
}

function Line({ icon: Icon, className, children }: { icon: typeof CircleCheck; className: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', className)} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  )
}

function keyOf({ by, serialNumberFormatted, language, isSimulated }: Proof['flashed'][number]): string {
  return `${by.id} ${serialNumberFormatted} ${language} ${isSimulated}`
}
