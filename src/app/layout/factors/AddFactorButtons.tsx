import { Trans } from '@lingui/react/macro'
import { Smartphone, UserRoundKey } from 'lucide-react'
import type { Factor } from '../../../contract/secondFactor.ts'
import { Button } from '../../ui/button.tsx'
import { usePasskeyHindrance } from './usePasskeyHindrance.tsx'

/** French is wider than a small phone. */
const wrapping = 'max-sm:h-auto max-sm:min-h-10 max-sm:max-w-full max-sm:shrink max-sm:py-1.5 max-sm:text-left max-sm:whitespace-normal'

export function AddFactorButtons({ onAdd }: { onAdd: (kind: Factor['kind']) => void }) {
  const hindrance = usePasskeyHindrance()
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        {hindrance === null && (
          <Button variant="outline" className={wrapping} onClick={() => onAdd('passkey')}>
            <UserRoundKey aria-hidden />
            <Trans>Add a passkey</Trans>
          </Button>
        )}
        <Button variant="outline" className={wrapping} onClick={() => onAdd('totp')}>
          <Smartphone aria-hidden />
          <Trans>Add an authenticator app</Trans>
        </Button>
      </div>
      {hindrance !== null && <p className="text-sm text-pretty text-muted-foreground">{hindrance}</p>}
    </div>
  )
}
