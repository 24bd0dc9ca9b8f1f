import { Trans } from '@lingui/react/macro'
import { Button } from '../../../ui/button.tsx'
import { stepNumber } from './tutorialPaging.ts'
import type { Tutorial } from './useTutorial.ts'

type TutorialButtonsProps = {
  tutorial: Tutorial
  canSkip?: boolean
  /** The page has another primary button. */
  isAside?: boolean
}

/** Skip, Previous and Next (the specification, section 2). */
export function TutorialButtons({ tutorial, canSkip = true, isAside = false }: TutorialButtonsProps) {
  const { paging, skip, goBack, goOn } = tutorial
  return (
    <>
      {canSkip && (
        <Button variant="ghost" className="-ml-4 text-muted-foreground" onClick={skip}>
          <Trans>Skip</Trans>
        </Button>
      )}
      <Button variant={isAside ? 'ghost' : 'outline'} className="ml-auto" aria-disabled={stepNumber(paging) === 1} onClick={goBack}>
        <Trans>Previous</Trans>
      </Button>
      <Button variant={isAside ? 'outline' : 'default'} onClick={goOn}>
        <Trans>Next</Trans>
      </Button>
    </>
  )
}
