import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '../../../ui/dialog.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/tabs.tsx'
import { tutorials } from './steps/tutorials.ts'
import { TutorialPage } from './TutorialPage.tsx'
import {
  isLastStep,
  nextStep,
  openFamily,
  previousStep,
  resetSteps,
  stepNumber,
  tutorialFamilies,
  tutorialStart,
} from './tutorialPaging.ts'

type TutorialDialogProps = {
  isOpen: boolean
  onClose: () => void
  /** Called after the dialog has closed, to focus the button that opened it. */
  onClosed: () => void
  /** Opens the browser's device chooser. Called during the click that ends the tutorial, because WebHID needs a user gesture. */
  onRequestDevices: () => void
  siteUrl: string
}

/**
 * The three tutorials. The last Next resets all of them; Skip, Escape and the close button keep the current page. Escape and the close button
 * do not open the device chooser.
 */
export function TutorialDialog({ isOpen, onClose, onClosed, onRequestDevices, siteUrl }: TutorialDialogProps) {
  const { i18n, t } = useLingui()
  const [paging, setPaging] = useState(tutorialStart)
  const isFirst = stepNumber(paging) === 1

  function end(): void {
    onRequestDevices()
    onClose()
  }

  function goOn(): void {
    if (!isLastStep(paging)) return setPaging(nextStep)
    setPaging(resetSteps)
    end()
  }

  /** The arrow keys turn pages, except on the tabs, where they switch tabs. They never end the tutorial. */
  function turnByKey(event: KeyboardEvent<HTMLElement>): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.target instanceof Element && event.target.closest('[role=tablist]') !== null) return
    if (event.key === 'ArrowRight') setPaging(nextStep)
    if (event.key === 'ArrowLeft') setPaging(previousStep)
  }

  return (
    <Dialog open={isOpen} onOpenChange={onClose}>
      <DialogContent
        closeLabel={t`Close`}
        className="sm:max-w-xl"
        onKeyDown={turnByKey}
        onOpenAutoFocus={focusWhole}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          onClosed()
        }}
        onInteractOutside={prevent}
      >
        <DialogHeader>
          <DialogTitle>
            <Trans>How to connect your detector</Trans>
          </DialogTitle>
          <DialogDescription className="text-pretty [@media(max-height:44rem)]:sr-only">
            <Trans>Choose your device, then follow the steps. You can go back at any time.</Trans>
          </DialogDescription>
        </DialogHeader>
        <Tabs
          value={paging.family}
          onValueChange={(value) => {
            const family = tutorialFamilies.find((candidate) => candidate === value)
            if (family !== undefined) setPaging(openFamily(paging, family))
          }}
        >
          <TabsList>
            {tutorialFamilies.map((family) => (
              <TabsTrigger key={family} value={family}>
                {i18n._(tutorials[family].label)}
              </TabsTrigger>
            ))}
          </TabsList>
          {tutorialFamilies.map((family) => (
            <TabsContent key={family} value={family}>
              <TutorialPage family={family} number={paging.stepIndexes[family] + 1} siteUrl={siteUrl} />
            </TabsContent>
          ))}
        </Tabs>
        <div className="sticky -bottom-6 -mb-6 flex items-center gap-2 bg-popover pb-6">
          <Button variant="ghost" className="mr-auto -ml-4 text-muted-foreground" onClick={end}>
            <Trans>Skip</Trans>
          </Button>
          <Button variant="outline" aria-disabled={isFirst} onClick={() => setPaging(previousStep)}>
            <Trans>Previous</Trans>
          </Button>
          <Button onClick={goOn}>
            <Trans>Next</Trans>
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  )
}

/** Focuses the dialog itself, so that its title and description are read first. Tab moves to the tabs; the arrow keys turn pages. */
function focusWhole(event: Event): void {
  event.preventDefault()
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
}

/** A click outside is usually a mistake. */
function prevent(event: Event): void {
  event.preventDefault()
}
