import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { toast } from 'sonner'
import { toastErrorMs } from '../../../contract/rules.ts'
import { asAppError } from '../../../errors.ts'
import { asNetworkError } from '../../api/apiFailure.ts'
import { useErrorText } from '../form/useErrorText.ts'

/**
 * A dialog that is fetched when it is first opened. Where it cannot be, a toast says so and it counts as closed; the next press fetches it
 * again. (What nobody pressed for is fetched by lazyModule.ts until it is here.)
 */
export function lazyDialog<P extends { onClose: () => void }>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let Dialog = lazy(fetchDialog)

  async function fetchDialog() {
    try {
      return { default: await load() }
    } catch (error) {
      // React keeps the failure of this one.
      Dialog = lazy(fetchDialog)
      throw asNetworkError(error)
    }
  }

  return function LazyDialog(props: P) {
    const errorText = useErrorText()
    function close(error: unknown): void {
      if (!isMissing(error)) return
      toast.error(errorText(error), { duration: toastErrorMs })
      props.onClose()
    }
    return (
      <CatchBoundary getResetKey={() => null} errorComponent={NotThere} onCatch={close}>
        <Suspense>
          <Dialog {...props} />
        </Suspense>
      </CatchBoundary>
    )
  }
}

function isMissing(error: unknown): boolean {
  return asAppError(error).code === 'network.offline.error'
}

function NotThere({ error }: ErrorComponentProps): null {
  if (!isMissing(error)) throw error
  return null
}
