import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { Accessory } from '../../../../contract/accessory.ts'
import { api } from '../../../api/api.ts'
import { Confirm } from '../../../kit/dialogs/Confirm.tsx'
import { useRefusalToast } from '../../../kit/failures/useRefusalToast.ts'
import { accessoriesKey, userProductsKey } from '../../../update/ownQueries.ts'

export function DeleteCoil({ coil, onClose }: { coil: Accessory; onClose: () => void }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const toastRefusal = useRefusalToast()
  const { mutate } = useMutation({
    mutationFn: () => api.accessory.delete({ params: { id: coil.id } }),
    onSuccess: () => toast.success(t`Coil ${coil.name} deleted`),
    onError: toastRefusal,
    onSettled: () => Promise.all([accessoriesKey, userProductsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
  return (
    <Confirm
      isOpen
      onClose={onClose}
      onConfirm={() => mutate()}
      title={<Trans>Delete coil {coil.name}?</Trans>}
      description={t`It will be removed from your list. If one of your detectors still uses it, it will come back when you connect that detector.`}
      action={<Trans>Delete</Trans>}
    />
  )
}
