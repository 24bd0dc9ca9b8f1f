import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { HardDrive, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import type { LoginSession } from '../../../../contract/authentication.ts'
import { AppError } from '../../../../errors.ts'
import { useErrorText } from '../../../kit/failures/useErrorText.ts'
import { useCachedFirmware } from '../../../offline/appFirmware.ts'
import { setPrefetchChoice, type PrefetchChoice, prefetchChoices, usePrefetchChoice } from '../../../offline/prefetchFirmware.ts'
import { Alert, AlertDescription, AlertTitle } from '../../../ui/alert.tsx'
import { Label } from '../../../ui/label.tsx'
import { NativeSelect } from '../../../ui/native-select.tsx'
import { Fold } from '../../../kit/text/Fold.tsx'
import { useBytesText } from '../../../i18n/measures.ts'
import { OfflineBadge } from './OfflineBadge.tsx'
import { isFetchedAhead, type OfflineFirmware, usePrefetchFirmware, useOfflineFirmware } from './useOfflineFirmware.ts'

/** The firmware that can be installed without a network: the newest for each of the user's models, and other cached versions. */
export function OfflineFirmwareCard({ session }: { session: LoginSession }) {
  const headingId = useId()
  const state = useCachedFirmware(session.id)
  const offered = useOfflineFirmware()
  usePrefetchFirmware(offered, state)
  const shown = offered.filter((one) => isFetchedAhead(one) || state.cached?.has(one.firmware.firmwareFile.sha256) === true)
  if (offered.length === 0) return null
  return (
    <section aria-labelledby={headingId} className="rounded-xl border bg-card px-5 py-2 shadow-card sm:px-6">
      <Fold
        isOpen={state.error !== null}
        summary={
          <span className="flex flex-wrap items-center gap-x-3">
            <span id={headingId} className="text-base font-semibold">
              <Trans>Firmware saved on this computer</Trans>
            </span>
            <Total sizes={[...(state.cached?.values() ?? [])].map(({ sizeBytes }) => sizeBytes)} />
          </span>
        }
      >
        <div className="flex flex-col gap-5">
          <p className="text-sm text-muted-foreground">
            <Trans>Firmware saved on this computer can be installed offline.</Trans>
          </p>
          {state.error !== null && <DownloadError code={state.error} />}
          <ul className="flex flex-col divide-y">
            {shown.map(({ firmware, productName, role }) => (
              <li
                key={`${productName} ${firmware.id}`}
                className="flex min-h-13 flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2"
              >
                <span>
                  <span className="font-medium">{productName}</span>{' '}
                  <span className="text-muted-foreground tabular-nums">
                    {firmware.versionName} · <Role role={role} />
                  </span>
                </span>
                <OfflineBadge firmware={firmware} state={state} />
              </li>
            ))}
          </ul>
          <Choice />
        </div>
      </Fold>
    </section>
  )
}

function Role({ role }: Pick<OfflineFirmware, 'role'>) {
  switch (role) {
    case 'newest':
      return <Trans>newest</Trans>
    case 'step':
      return <Trans>step to the newest</Trans>
    case 'unfinished':
      return <Trans>to finish the update</Trans>
    case 'draft':
      return <Trans>Draft, for tests by staff</Trans>
    case 'older':
      return <Trans>older</Trans>
  }
}

function DownloadError({ code }: { code: AppError['code'] }) {
  const errorText = useErrorText()
  return (
    <Alert role="alert" variant="warning">
      <TriangleAlert aria-hidden />
      <AlertTitle>
        <Trans>A firmware could not be saved on this computer</Trans>
      </AlertTitle>
      <AlertDescription>{errorText(new AppError(code))}</AlertDescription>
    </Alert>
  )
}

function Choice() {
  const { t } = useLingui()
  const id = useId()
  const choice = usePrefetchChoice()
  const words: Readonly<Record<PrefetchChoice, string>> = {
    always: t`Always`,
    wifi: t`On Wi-Fi only, if it can be detected`,
    never: t`Never`,
  }
  return (
    <div className="flex flex-col gap-1.5">
      <Label htmlFor={id}>
        <Trans>Download the newest firmware in advance</Trans>
      </Label>
      <NativeSelect
        id={id}
        value={choice}
        onChange={({ target }) => setPrefetchChoice(prefetchChoices.find((known) => known === target.value) ?? choice)}
      >
        {prefetchChoices.map((known) => (
          <option key={known} value={known}>
            {words[known]}
          </option>
        ))}
      </NativeSelect>
    </div>
  )
}

function Total({ sizes }: { sizes: readonly number[] }) {
  const bytesText = useBytesText()
  return (
    <p className="inline-flex items-center gap-2 text-sm text-muted-foreground tabular-nums">
      <HardDrive aria-hidden className="size-4 shrink-0" />
      <span>
        <Plural
          value={sizes.length}
          _0="Nothing saved on this computer"
          one="# file saved on this computer"
          other="# files saved on this computer"
        />
        {sizes.length > 0 && ` · ${bytesText(sizes.reduce((sum, size) => sum + size, 0))}`}
      </span>
    </p>
  )
}
