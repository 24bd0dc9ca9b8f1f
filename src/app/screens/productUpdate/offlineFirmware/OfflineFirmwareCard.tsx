import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueries, useQuery } from '@tanstack/react-query'
import { HardDrive, TriangleAlert } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { LoginSession } from '../../../../contract/authentication.ts'
import { AppError } from '../../../../errors.ts'
import { useErrorText } from '../../../kit/failures/useErrorText.ts'
import { type CachedFirmware, cacheFirmware, useCachedFirmware } from '../../../offline/appFirmware.ts'
import {
  droppedByUser,
  mayPrefetch,
  type PrefetchChoice,
  prefetchChoices,
  setPrefetchChoice,
  usePrefetchChoice,
} from '../../../offline/prefetchFirmware.ts'
import { Alert, AlertDescription, AlertTitle } from '../../../ui/alert.tsx'
import { Label } from '../../../ui/label.tsx'
import { NativeSelect } from '../../../ui/native-select.tsx'
import { Fold } from '../../../kit/text/Fold.tsx'
import { useBytesText } from '../../../i18n/measures.ts'
import { detectorOf } from '../../../update/offers/detectorFacts.ts'
import { type OfflineOffer, offlineOffers } from '../../../update/offers/offlineOffers.ts'
import { offeredFirmwares, ownProducts } from '../../../update/ownQueries.ts'
import { signaturesOf } from '../../../update/signatures/appSignatures.ts'
import { useKnowledge } from '../../../update/useKnowledge.ts'
import { OfflineBadge } from './OfflineBadge.tsx'

/** The firmware that can be installed without a network: the newest for each of the user's models, and other cached versions. */
export function OfflineFirmwareCard({ session }: { session: LoginSession }) {
  const headingId = useId()
  const roles = useRoles()
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
                  <span className="text-muted-foreground tabular-nums">{`${firmware.versionName} · ${roles[role]}`}</span>
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

function useRoles(): Readonly<Record<OfflineFirmware['role'], string>> {
  const { t } = useLingui()
  return {
    newest: t`newest`,
    step: t`step to the newest`,
    unfinished: t`to finish the update`,
    draft: t`Draft, for tests by staff`,
    older: t`older`,
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
        {sizes.length > 0 && <span>{` · ${bytesText(sizes.reduce((sum, size) => sum + size, 0))}`}</span>}
      </span>
    </p>
  )
}

/** `typeIds`: of the user's detectors of that model. */
type OfflineFirmware = OfflineOffer & { readonly productName: string; readonly typeIds: readonly number[] }

/** All firmware that the user may install on their detectors, by model, newest first. */
function useOfflineFirmware(): readonly OfflineFirmware[] {
  const { i18n } = useLingui()
  const products = useQuery(ownProducts).data ?? []
  const knowledge = useKnowledge()
  const models = [...new Map(products.map(({ product }) => [product.id, product.name]))]
  return useQueries({
    // Only what a detector is connected for has to be heard of soon.
    queries: models.map(([id]) => ({ ...offeredFirmwares(id), refetchInterval: false as const })),
    combine: (lists) =>
      models.flatMap(([id, productName], model) => {
        const detectors = products.filter(({ product }) => product.id === id)
        const known = detectors.map((one) => detectorOf(one, knowledge))
        const typeIds = detectors.map(({ productTypeId }) => productTypeId)
        const offers = offlineOffers(lists[model]?.data ?? [], known, i18n.locale)
        return offers.map(({ firmware, role }) => ({ productName, typeIds, firmware, role }))
      }),
  })
}

/** What is downloaded before anybody asks for it: never a draft, and what is only for finishing if a detector needs it. */
function isFetchedAhead({ role }: OfflineOffer): boolean {
  return role === 'newest' || role === 'step' || role === 'unfinished'
}

/**
 * Downloads what the detectors of each model may need next, one file after the other, once per visit. Skips files that the user has deleted. The
 * catalogues of signed releases come along: without them these could not be installed offline.
 */
function usePrefetchFirmware(offered: readonly OfflineFirmware[], { cached }: CachedFirmware): void {
  const choice = usePrefetchChoice()
  const tried = useRef(new Set<string>())
  const last = useRef(Promise.resolve())
  const signed = offered.filter(({ firmware }) => (firmware.release?.statement ?? null) !== null)
  useQueries({ queries: [...new Set(signed.flatMap(({ typeIds }) => typeIds))].map(signaturesOf) })
  useEffect(() => {
    if (cached === null || !mayPrefetch(choice)) return
    for (const { firmware } of offered.filter(isFetchedAhead)) {
      const { sha256 } = firmware.firmwareFile
      if (cached.has(sha256) || tried.current.has(sha256) || droppedByUser().has(sha256)) continue
      tried.current.add(sha256)
      last.current = last.current.then(() => cacheFirmware(firmware.firmwareFile))
    }
  }, [offered, cached, choice])
}
