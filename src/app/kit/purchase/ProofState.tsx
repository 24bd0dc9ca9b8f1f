import { Trans, useLingui } from '@lingui/react/macro'
import { mayResend, type ProofCheck, type ProofState as State, type PurchaseProof } from '../../../contract/purchaseProof.ts'
import type { Locale } from '../../../contract/rules.ts'
import { api } from '../../api/api.ts'
import { useNow } from '../../browser/useNow.ts'
import { formatDay } from '../../i18n/calendarDay.ts'
import { Badge } from '../../ui/badge.tsx'
import { useDownload } from '../table/useDownload.ts'
import { useRefusalWords } from './useRefusalWords.ts'

const looks = { checking: 'secondary', approved: 'success', refused: 'destructive' } as const

/** What the maker says of a proof of purchase. `isNamed`: where nothing beside it says that a proof is meant. */
export function ProofBadge({ state, isNamed = false }: { state: State; isNamed?: boolean }) {
  const { t } = useLingui()
  const words: Readonly<Record<State, string>> = {
    checking: t`Being checked`,
    approved: t`Approved`,
    refused: t`Refused`,
  }
  const named: Readonly<Record<State, string>> = {
    checking: t`Proof being checked`,
    approved: t`Proof approved`,
    refused: t`Proof refused`,
  }
  return <Badge variant={looks[state]}>{(isNamed ? named : words)[state]}</Badge>
}

/** Why a proof was refused and until when another can be sent; the certificate of an approved one. */
export function ProofDetails({ proof, check, mayOpen }: { proof: PurchaseProof; check: ProofCheck; mayOpen: boolean }) {
  const refusals = useRefusalWords()
  const now = useNow()
  const { state, reason, words, resendUntil } = check
  if (state === 'approved') return mayOpen ? <CertificateButton proofId={proof.id} /> : null
  if (reason === null) return null
  return (
    <p className="mt-1 text-pretty">
      {(reason !== 'other' || words === null) && <span>{refusals[reason]}</span>}{' '}
      {words !== null && <q className="wrap-anywhere">{words}</q>}{' '}
      {resendUntil !== null && (
        <span className="text-muted-foreground">
          {mayResend(check, now) ? (
            <Trans>Another proof can be sent until {formatDay(resendUntil)}.</Trans>
          ) : (
            <Trans>It is too late to send another proof of purchase.</Trans>
          )}
        </span>
      )}
    </p>
  )
}

function CertificateButton({ proofId }: { proofId: number }) {
  const { t, i18n } = useLingui()
  // The app has the contract's languages.
  const locale = i18n.locale as Locale
  const { mutate, isPending } = useDownload({
    send: () => api.proofCheck.getCertificate({ params: { id: proofId }, query: { locale } }),
    filename: () => `${t`warranty-certificate`}.pdf`,
  })
  return (
    <button
      type="button"
      disabled={isPending}
      className="rounded-sm text-primary underline-offset-4 hover:underline disabled:opacity-60"
      onClick={() => mutate()}
    >
      <Trans>Warranty certificate</Trans>
    </button>
  )
}
