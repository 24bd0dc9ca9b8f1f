import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LifeBuoy } from 'lucide-react'
import { toast } from 'sonner'
import { toastErrorMs } from '../../../contract/rules.ts'
import { api } from '../../api/api.ts'
import { useConfirm } from '../../kit/dialogs/useConfirm.tsx'
import { useErrorText } from '../../kit/failures/useErrorText.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'

/** From here on somebody should think of new ones. */
const fewCodes = 2

type RecoveryCodesLeftProps = { left: number; isReadOnly: boolean; onMade: (codes: readonly string[]) => void }

export function RecoveryCodesLeft({ left, isReadOnly, onMade }: RecoveryCodesLeftProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t pt-5">
      <LifeBuoy aria-hidden className="size-5 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1 basis-48">
        <p className={cn('font-medium', left <= fewCodes && 'text-warning')}>
          <Plural value={left} _0="No recovery code left" one="# recovery code left" other="# recovery codes left" />
        </p>
        <p className="text-sm text-pretty text-muted-foreground">
          <Trans>One of them takes the place of a second factor that you do not have at hand.</Trans>
        </p>
      </div>
      {!isReadOnly && <MakeCodes onMade={onMade} />}
    </div>
  )
}

function MakeCodes({ onMade }: Pick<RecoveryCodesLeftProps, 'onMade'>) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  const { ask, question } = useConfirm()
  const making = useMutation({
    mutationFn: () => api.secondFactor.makeRecoveryCodes(),
    // Nothing else may hold them.
    gcTime: 0,
    meta: { showsItsErrors: true },
    onSuccess: ({ recoveryCodes }) => onMade(recoveryCodes),
    onError: (error) => toast.error(errorText(error), { duration: toastErrorMs }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.secondFactor.getOwn.queryKey }),
  })
  async function askAndMake(): Promise<void> {
    const isSure = await ask({
      title: t`Make new recovery codes?`,
      description: t`Those that you have now will no longer work.`,
      action: t`Make new codes`,
    })
    if (isSure) making.mutate()
  }
  return (
    <>
      <Button variant="outline" size="sm" className="max-sm:ml-9" isBusy={making.isPending} onClick={() => void askAndMake()}>
        <Trans>Make new recovery codes</Trans>
      </Button>
      {question}
    </>
  )
}
