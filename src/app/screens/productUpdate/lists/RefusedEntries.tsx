import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import * as v from 'valibot'
import { AppError } from '../../../../errors.ts'
import { useErrorText } from '../../../kit/failures/useErrorText.ts'
import { appOutbox } from '../../../outbox/appOutbox.ts'
import type { RefusedEntry } from '../../../outbox/outboxSnapshot.ts'
import { coilCall, purchaseCall, queuedCoil, type QueuedCoil, queuedPurchase, type QueuedPurchase } from '../../../outbox/queuedCalls.ts'
import { Alert, AlertDescription, AlertTitle } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CoilDialogs, type OpenCoilDialog } from '../coils/CoilDialogs.tsx'
import { ownAccessories, ownProducts } from '../../../update/ownQueries.ts'
import { type OpenProductDialog, ProductDialogs } from './ProductDialogs.tsx'

/** What the server has refused. Each entry stays until the user corrects or discards it. */
export function RefusedEntries({ refused }: { refused: readonly RefusedEntry[] }) {
  const [coil, setCoil] = useState<OpenCoilDialog | null>(null)
  const [product, setProduct] = useState<OpenProductDialog | null>(null)
  return (
    <>
      {refused.length > 0 && (
        <Alert role="alert" variant="warning">
          <TriangleAlert aria-hidden />
          <AlertTitle>
            <Trans>Rejected by the server</Trans>
          </AlertTitle>
          <AlertDescription>
            <ul className="flex flex-col gap-3">
              {refused.map((entry) => {
                const { call, payload, sequence } = entry
                if (call === coilCall && v.is(queuedCoil, payload))
                  return <RefusedCoil key={sequence} entry={entry} typed={payload} onOpen={setCoil} />
                if (call === purchaseCall && v.is(queuedPurchase, payload))
                  return <RefusedPurchase key={sequence} entry={entry} typed={payload} onOpen={setProduct} />
                return <RefusedReport key={sequence} entry={entry} />
              })}
            </ul>
          </AlertDescription>
        </Alert>
      )}
      <CoilDialogs opened={coil} onClose={() => setCoil(null)} />
      <ProductDialogs opened={product} onClose={() => setProduct(null)} />
    </>
  )
}

type RefusedProps<Typed, Dialog> = { entry: RefusedEntry; typed: Typed; onOpen: (dialog: Dialog) => void }

function RefusedCoil({ entry, typed, onOpen }: RefusedProps<QueuedCoil, OpenCoilDialog>) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const { data: coils = [] } = useQuery({ ...ownAccessories, enabled: false })
  const coil = coils.find(({ id }) => id === typed.accessoryId) ?? null
  const draft = { sequence: entry.sequence, typed, refusal: refusalOf(entry) }
  return (
    <RefusedLine
      entry={entry}
      subject={t`Coil ${typed.coilSerial}`}
      reason={errorText(draft.refusal)}
      onFix={() => onOpen({ kind: 'edit', coil, draft })}
    />
  )
}

/** Cannot be corrected if its detector is no longer in the list. */
function RefusedPurchase({ entry, typed, onOpen }: RefusedProps<QueuedPurchase, OpenProductDialog>) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const { data: products = [] } = useQuery({ ...ownProducts, enabled: false })
  const owned = products.find(({ id }) => id === typed.userProductId)
  const draft = { sequence: entry.sequence, typed, refusal: refusalOf(entry) }
  return (
    <RefusedLine
      entry={entry}
      subject={owned === undefined ? t`Purchase of a detector` : t`Purchase of ${owned.tostring}`}
      reason={entry.code === 'resource.not.found' ? <Trans>This detector is no longer in your list.</Trans> : errorText(draft.refusal)}
      onFix={owned && (() => onOpen({ kind: 'purchase', owned, draft }))}
    />
  )
}

function RefusedReport({ entry }: { entry: RefusedEntry }) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const isLost = entry.code === 'resource.not.found'
  return (
    <RefusedLine
      entry={entry}
      subject={t`Update result`}
      reason={isLost ? <Trans>Its detector or its firmware is no longer available to your account.</Trans> : errorText(refusalOf(entry))}
    />
  )
}

type RefusedLineProps = {
  entry: RefusedEntry
  subject: string
  reason: ReactNode
  /** Opens the form with what was refused. */
  onFix?: (() => void) | undefined
}

function RefusedLine({ entry, subject, reason, onFix }: RefusedLineProps) {
  return (
    <li className="flex flex-col gap-1.5">
      <p>
        <span className="font-medium">
          <Trans>{subject}:</Trans>
        </span>{' '}
        <span>{reason}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        {onFix !== undefined && (
          <Button variant="outline" size="sm" onClick={onFix}>
            <Trans>Fix</Trans> <span className="sr-only">{subject}</span>
          </Button>
        )}
        <Button variant="outline" size="sm" onClick={() => void appOutbox.discard(entry.sequence)}>
          <Trans>Discard</Trans> <span className="sr-only">{subject}</span>
        </Button>
      </div>
    </li>
  )
}

function refusalOf({ code, invalidField }: RefusedEntry): AppError {
  return new AppError(code, invalidField === undefined ? {} : { invalidField })
}
