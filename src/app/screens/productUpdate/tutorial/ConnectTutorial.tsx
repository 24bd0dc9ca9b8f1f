import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleHelp } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { importWithRetry } from '../../../browser/lazyModule.ts'
import { Button } from '../../../ui/button.tsx'
import { ownUpdates } from '../../../update/ownQueries.ts'
import { useSiteUrl } from './useSiteUrl.ts'

const TutorialDialog = lazy(async () => {
  const module = await importWithRetry(() => import('./TutorialDialog.tsx'))
  return { default: module.TutorialDialog }
})

type ConnectTutorialProps = {
  /** No detector is connected. The tutorial then opens for a user without any update, until they close it. */
  isAbsent: boolean
  /** Opens the browser's device chooser, during a click; null when there is nothing to choose. */
  onRequestDevices: (() => void) | null
}

/** Where there is no room beside the page: the button that opens the tutorial in a dialog, which loads when it is first shown. */
export function ConnectTutorial({ isAbsent, onRequestDevices }: ConnectTutorialProps) {
  const updates = useQuery(ownUpdates)
  const isNewcomer = isAbsent && updates.data?.length === 0
  const [wish, setWish] = useState<'open' | 'closed'>()
  const isOpen = wish === undefined ? isNewcomer : wish === 'open'
  const button = useRef<HTMLButtonElement>(null)
  const [wasOpened, setWasOpened] = useState(false)
  if (isOpen && !wasOpened) setWasOpened(true)
  const siteUrl = useSiteUrl()
  return (
    <>
      <Button ref={button} variant="ghost" size="sm" className="self-start text-muted-foreground" onClick={() => setWish('open')}>
        <CircleHelp aria-hidden />
        <Trans>How to connect my detector</Trans>
      </Button>
      {wasOpened && (
        <Suspense>
          {/* Stays mounted once opened, to keep the current page. */}
          <TutorialDialog
            isOpen={isOpen}
            onClose={() => setWish('closed')}
            onRequestDevices={() => onRequestDevices?.()}
            onClosed={() => button.current?.focus()}
            siteUrl={siteUrl}
          />
        </Suspense>
      )}
    </>
  )
}
