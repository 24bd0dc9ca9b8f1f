import { Trans } from '@lingui/react/macro'
import { useConfiguration } from '../../../api/useConfiguration.ts'

/** How the address is used, with a link if the maker has one. */
export function NewsletterHelp() {
  const dataPolicyUrl = useConfiguration()?.brand.dataPolicyUrl
  return (
    <>
      <Trans>Now and then. You can unsubscribe in your profile at any time.</Trans>
      {dataPolicyUrl && (
        <>
          {' '}
          <a href={dataPolicyUrl} target="_blank" rel="noreferrer" className="text-primary underline underline-offset-2">
            <Trans>How we use your data</Trans>
          </a>
        </>
      )}
    </>
  )
}
