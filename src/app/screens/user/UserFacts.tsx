import { Trans, useLingui } from '@lingui/react/macro'
import type { ShownUser } from '../../../contract/userStaff.ts'
import { FactList } from '../../kit/pages/FactList.tsx'
import { Fold } from '../../kit/text/Fold.tsx'
import { YesNo } from '../../kit/text/YesNo.tsx'
import { useUserWords } from './userWords.ts'

/** What nobody asks for on the phone and the page does not say above. */
export function UserFacts({ user }: { user: ShownUser }) {
  const { t } = useLingui()
  const { labels } = useUserWords()
  return (
    <Fold
      summary={
        <span className="font-medium">
          <Trans>Contact details and account</Trans>
        </span>
      }
    >
      <FactList
        facts={[
          [labels.firstname, user.firstname],
          [labels.lastname, user.lastname],
          [labels.distributor, user.distributor],
          [labels.isNewsletter, <YesNo key="newsletter" value={user.isNewsletter} />],
          [t`Origin`, user.origin],
          [t`Second factors`, user.secondFactors],
        ]}
      />
    </Fold>
  )
}
