import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Check, FileCheck, X } from 'lucide-react'
import { useState } from 'react'
import type { WaitingProof } from '../../../contract/proofCheck.ts'
import type { PurchaseProof } from '../../../contract/purchaseProof.ts'
import { Failed } from '../../kit/failures/Failed.tsx'
import { useKeys } from '../../kit/keys/singleKeys.ts'
import { Empty } from '../../kit/pages/Empty.tsx'
import { usePageTitle } from '../../kit/pages/usePageTitle.ts'
import { keepFocusOut } from '../../kit/purchase/keepFocusOut.ts'
import { ProofDownload } from '../../kit/purchase/ProofDownload.tsx'
import { proofFile } from '../../kit/purchase/proofFile.ts'
import { ProofPreview } from '../../kit/purchase/ProofPreview.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ProofFacts } from './ProofFacts.tsx'
import { RefuseDialog } from './RefuseDialog.tsx'
import { useProofQueue } from './useProofQueue.ts'

const height = 'h-[min(70dvh,56rem)] min-h-64'

/** Staff check proofs of purchase one after the other: the document large, what it has to prove beside it. */
export function ProofCheckScreen() {
  const { t } = useLingui()
  const title = t`Proofs of purchase`
  usePageTitle(title)
  const { queue, decide, isBusy } = useProofQueue()
  const { data, isPending, error, refetch, isFetching } = queue
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="text-2xl font-semibold">{title}</h1>
        {data !== undefined && data.waiting > 0 && (
          <p className="text-sm text-muted-foreground">{t`${plural(data.waiting, { one: '# to check', other: '# to check' })}`}</p>
        )}
      </div>
      {isPending && <Waiting />}
      {error !== null && data === undefined && <Failed error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {data !== undefined && <Taken {...data} decide={decide} isBusy={isBusy} />}
    </div>
  )
}

function Waiting() {
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Skeleton className={`w-full ${height}`} />
      <Skeleton className="h-72 w-full" />
    </div>
  )
}

type Queue = ReturnType<typeof useProofQueue>
type TakenProps = { waiting: number; proofs: readonly WaitingProof[] } & Pick<Queue, 'decide' | 'isBusy'>

function Taken({ waiting, proofs, decide, isBusy }: TakenProps) {
  const { t } = useLingui()
  const [current, next] = proofs
  // Loaded in advance, so that it stands there at once.
  useQuery({ ...proofFile(next?.id ?? 0), enabled: next !== undefined })
  if (current !== undefined) return <Checked key={current.id} proof={current} decide={decide} isBusy={isBusy} />
  return (
    <Empty icon={FileCheck} title={t`Nothing to check`}>
      <p>
        {waiting > 0 ? (
          <Trans>Others are checking what is left.</Trans>
        ) : (
          <Trans>New proofs of purchase appear here as soon as customers send them.</Trans>
        )}
      </p>
    </Empty>
  )
}

function Checked({ proof, decide, isBusy }: { proof: WaitingProof } & Pick<Queue, 'decide' | 'isBusy'>) {
  const [isRefusing, setRefusing] = useState(false)
  // A toast says why it failed.
  const approve = () => void decide({ proof }).catch(() => undefined)
  const refuse = () => setRefusing(true)
  const keys = isBusy ? {} : { a: approve, A: approve, r: refuse, R: refuse }
  useKeys(keys)
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Document proof={proof.purchaseProof} />
      <Card className="self-start max-lg:order-first">
        <CardContent className="flex flex-col gap-5">
          <ProofFacts proof={proof} />
          <div className="grid grid-cols-2 gap-3">
            <Button onClick={approve} isBusy={isBusy} aria-keyshortcuts="A">
              <Check aria-hidden />
              <Trans>Approve</Trans>
              <Key>A</Key>
            </Button>
            <Button variant="outline" onClick={refuse} disabled={isBusy} aria-keyshortcuts="R">
              <X aria-hidden />
              <Trans>Refuse</Trans>
              <Key>R</Key>
            </Button>
          </div>
        </CardContent>
      </Card>
      {isRefusing && <RefuseDialog proof={proof} onRefuse={(refusal) => decide({ proof, refusal })} onClose={() => setRefusing(false)} />}
    </div>
  )
}

function Key({ children }: { children: string }) {
  return (
    <kbd aria-hidden className="rounded-sm border border-current/40 px-1.5 text-xs max-sm:hidden">
      {children}
    </kbd>
  )
}

function Document({ proof }: { proof: PurchaseProof }) {
  const { data, isPending, error, refetch, isFetching } = useQuery(proofFile(proof.id))
  if (isPending) return <Skeleton className={`w-full ${height}`} />
  if (data === undefined) return <Failed error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  return (
    <div className="flex flex-col items-end gap-2">
      <div ref={keepFocusOut} className="w-full">
        <ProofPreview content={data} name={proof.fileName} className={height} />
      </div>
      <ProofDownload content={data} name={proof.fileName} size="sm" />
    </div>
  )
}
