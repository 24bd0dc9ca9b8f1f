import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { toast } from 'sonner'
import { toastErrorMs } from '../../../contract/rules.ts'
import { asAppError } from '../../../errors.ts'
import { asNetworkError } from '../../api/apiFailure.ts'
import { useErrorText } from '../failures/useErrorText.ts'

/**
 * A dialog that is loaded when it first opens. If loading fails, a toast says so and the dialog counts as closed; the next click tries
 * again. (Modules that no click asked for are retried by lazyModule.ts.)
 */
export function lazyDialog<P extends { onClose: () => void }>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let Dialog = lazy(fetchDialog)

  async function fetchDialog() {
    try {
      return { default: await load() }
    } catch (error) {
      // React.lazy caches the failure, so a new one is needed.
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
