import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { WaitingProof } from '../../../contract/proofCheck.ts'
import { formatDay } from '../../i18n/calendarDay.ts'
import { formatDate, formatDateTime } from '../../i18n/formatDate.ts'
import { getCountryNames } from '../../kit/fields/countryNames.ts'
import { Dash, Fact, Facts } from '../../kit/pages/Facts.tsx'
import { recordLink } from '../../kit/record/recordLinks.ts'

/** What the document has to prove. */
export function ProofFacts({ proof }: { proof: WaitingProof }) {
  const { t, i18n } = useLingui()
  const { kind, name, serialNumber, purchaseDate, code, owner, country, createdAt, submittedAt, purchaseProof } = proof
  return (
    <Facts>
      <Fact name={<Trans>Purchase date</Trans>}>
        {purchaseDate === null ? (
          <Dash meaning={t`Unknown`} />
        ) : (
          <strong className="text-base font-semibold">{formatDay(purchaseDate)}</strong>
        )}
      </Fact>
      <Fact name={kind === 'coil' ? <Trans>Coil</Trans> : <Trans>Detector</Trans>}>
        <span className="wrap-anywhere">{name}</span>
      </Fact>
      <Fact name={<Trans>Serial number</Trans>}>{serialNumber ?? <Dash meaning={t`Unknown`} />}</Fact>
      <Fact name={<Trans>Owner</Trans>}>
        <Link
          {...recordLink('user', 'show', owner.id)}
          className="rounded-sm text-primary wrap-anywhere underline-offset-4 hover:underline"
        >
          {owner.tostring}
        </Link>
      </Fact>
      <Fact name={<Trans>Country</Trans>}>{getCountryNames(i18n.locale)[country] ?? country}</Fact>
      {code !== null && (
        <Fact name={<Trans>Warranty code</Trans>}>
          <span className="break-all">{code}</span>
        </Fact>
      )}
      <Fact name={<Trans>In the list since</Trans>}>{formatDate(createdAt)}</Fact>
      <Fact name={<Trans>Sent</Trans>}>{formatDateTime(submittedAt)}</Fact>
      <Fact name={<Trans>Document</Trans>}>
        <span className="break-all">{purchaseProof.fileName}</span>
      </Fact>
    </Facts>
  )
}
