import { Trans, useLingui } from '@lingui/react/macro'
import { type ComponentProps, lazy, Suspense } from 'react'
import { importWithRetry } from '../../../browser/lazyModule.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useMediaQuery } from '../../../browser/useMediaQuery.ts'
import { roleOf, useSession } from '../../../session/session.ts'

const TutorialPanel = lazy(async () => {
  const module = await importWithRetry(() => import('./TutorialPanel.tsx'))
  return { default: module.TutorialPanel }
})

const sectionId = 'tutorial'

/** The tutorial beside the page. Its code is fetched only where it is shown. */
export function SideTutorial(props: ComponentProps<typeof TutorialPanel>) {
  const { t } = useLingui()
  return (
    <section
      id={sectionId}
      aria-label={t`How to connect your detector`}
      tabIndex={-1}
      className="rounded-xl border bg-card p-5 shadow-card [@media(min-height:44rem)]:sticky [@media(min-height:44rem)]:top-20"
    >
      <Suspense fallback={<Skeleton className="h-120 w-full" />}>
        {/* What was turned before a connection failed counts no more. */}
        <TutorialPanel key={props.isFailed ? 'failed' : 'start'} {...props} />
      </Suspense>
    </section>
  )
}

/** For keyboards and screen readers: the tutorial comes after everything else. */
export function SideTutorialLink() {
  return (
    <a
      href={`#${sectionId}`}
      className="sr-only rounded-md bg-primary px-4 py-2 text-sm font-medium text-primary-foreground focus:not-sr-only focus:-my-2 focus:px-4 focus:py-2"
      onClick={(event) => {
        // Neither the address changes nor the page scrolls: the tutorial is in sight.
        event.preventDefault()
        focusSideTutorial()
      }}
    >
      <Trans>How to connect my detector</Trans>
    </a>
  )
}

export function focusSideTutorial(): void {
  document.getElementById(sectionId)?.focus({ preventScroll: true })
}

/** The narrowest windows, in rem, with room for the tutorial beside the page. Staff have a menu of 15 rem there too. */
const customersRem = 80
const staffRem = 95

/** Whether the tutorial stands beside the page instead of in a dialog (the specification, section 2). */
export function useSideArea(): boolean {
  const isCustomer = roleOf(useSession()) === 'ROLE_CUSTOMER'
  return useMediaQuery(`(min-width: ${isCustomer ? customersRem : staffRem}rem)`)
}
