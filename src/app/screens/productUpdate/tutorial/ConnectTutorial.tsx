import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleHelp } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { importWithRetry } from '../../../browser/lazyModule.ts'
import { Button } from '../../../ui/button.tsx'

const TutorialDialog = lazy(async () => {
  const module = await importWithRetry(() => import('./TutorialDialog.tsx'))
  return { default: module.TutorialDialog }
})

type ConnectTutorialProps = {
  /** Opens the tutorial for a user without any update, until they close it. */
  isNewcomer: boolean
  /** Opens the browser's device chooser. Called during a click. */
  onRequestDevices: () => void
}

/** The button that opens the tutorial, which loads when it is first shown. */
export function ConnectTutorial({ isNewcomer, onRequestDevices }: ConnectTutorialProps) {
  const [wish, setWish] = useState<'open' | 'closed'>()
  const isOpen = wish === undefined ? isNewcomer : wish === 'open'
  const button = useRef<HTMLButtonElement>(null)
  const [wasOpened, setWasOpened] = useState(false)
  if (isOpen && !wasOpened) setWasOpened(true)
  const site = useQuery({
    ...queryOf(api.file.getSiteUrl),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <>
      <Button ref={button} variant="ghost" size="sm" className="self-start text-muted-foreground" onClick={() => setWish('open')}>
        <CircleHelp aria-hidden />
        <Trans>How to connect my detector</Trans>
      </Button>
      {wasOpened && (
        <Suspense>
          {/* Stays mounted once opened, to keep the current page. Until the site's URL is known, it shows our own drawings. */}
          <TutorialDialog
            isOpen={isOpen}
            onClose={() => setWish('closed')}
            onRequestDevices={onRequestDevices}
            onClosed={() => button.current?.focus()}
            siteUrl={site.data?.siteUrl ?? ''}
          />
        </Suspense>
      )}
    </>
  )
}
