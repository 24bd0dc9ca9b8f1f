import { Trans, useLingui } from '@lingui/react/macro'
import { Smartphone } from 'lucide-react'
import { isPhone } from '../../browser/isPhone.ts'
import { CopyButton } from '../../kit/text/CopyButton.tsx'
import { Button } from '../../ui/button.tsx'
import { QrCode } from './QrCode.tsx'

/** The secret of an authenticator app: as a QR code, to type, and on a phone as a link to its app. */
export function AppSecret({ secret, uri }: { secret: string; uri: string }) {
  const { t } = useLingui()
  const isOnPhone = isPhone(navigator)
  return (
    <div className="flex flex-col gap-5">
      {isOnPhone && (
        <Button asChild>
          <a href={uri}>
            <Smartphone aria-hidden />
            <Trans>Open the app on this phone</Trans>
          </a>
        </Button>
      )}
      <div className="flex flex-col gap-5 max-sm:items-center sm:flex-row">
        <QrCode text={uri} label={t`QR code for the authenticator app`} />
        <div className="flex w-full min-w-0 flex-col gap-4">
          <p className="text-sm text-pretty">
            <Trans>Scan the QR code with the app, then type the six digits that it shows.</Trans>
          </p>
          <dl className="text-sm">
            <dt className="mb-1 text-muted-foreground">
              <Trans>Or type this key into the app:</Trans>
            </dt>
            <dd className="flex flex-wrap items-start gap-3">
              <span className="max-w-[20ch] min-w-0 font-mono leading-relaxed select-all">{groupByFour(secret)}</span>
              <CopyButton size="sm" text={secret} label={t`Copy the key`} />
            </dd>
          </dl>
        </div>
      </div>
    </div>
  )
}

function groupByFour(text: string): string {
  return (text.match(/.{1,4}/g) ?? []).join(' ')
}
