import { CircleHelp } from 'lucide-react'
import { type ComponentProps, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { importWithRetry } from '../../../browser/lazyModule.ts'
import { Button } from '../../../ui/button.tsx'
import type { TutorialPaging } from './tutorialPaging.ts'
import { useSiteUrl } from './useSiteUrl.ts'

const TutorialDialog = lazy(async () => {
  const module = await importWithRetry(() => import('./TutorialDialog.tsx'))
  return { default: module.TutorialDialog }
})

type TutorialOpenerProps = {
  /** The words of the button. */
  children: ReactNode
  /** Opens by itself until the person closes it. */
  isOpenAtFirst?: boolean
  /** Where it opens. */
  start?: TutorialPaging
  /** Called during the click that ends the tutorial. */
  onRequestDevices: () => void
}

/** A button that opens the tutorial in a dialog, which loads when it is first shown. */
export function TutorialOpener({ children, isOpenAtFirst = false, start, onRequestDevices }: TutorialOpenerProps) {
  const [wish, setWish] = useState<'open' | 'closed'>()
  const isOpen = wish === undefined ? isOpenAtFirst : wish === 'open'
  const button = useRef<HTMLButtonElement>(null)
  const [wasOpened, setWasOpened] = useState(false)
  if (isOpen && !wasOpened) setWasOpened(true)
  const siteUrl = useSiteUrl()
  return (
    <>
      <TutorialButton ref={button} onClick={() => setWish('open')}>
        {children}
      </TutorialButton>
      {wasOpened && (
        <Suspense>
          {/* Stays mounted once opened, to keep the current page. */}
          <TutorialDialog
            isOpen={isOpen}
            start={start}
            onClose={() => setWish('closed')}
            onRequestDevices={onRequestDevices}
            onClosed={() => button.current?.focus()}
            siteUrl={siteUrl}
          />
        </Suspense>
      )}
    </>
  )
}

/** Looks alike wherever the tutorial is reached from. */
export function TutorialButton({ children, ...props }: Pick<ComponentProps<typeof Button>, 'ref' | 'onClick' | 'children'>) {
  return (
    <Button variant="ghost" size="sm" className="-ml-3 self-start text-muted-foreground" {...props}>
      <CircleHelp aria-hidden />
      {children}
    </Button>
  )
}
