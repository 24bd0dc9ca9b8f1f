import { useLingui } from '@lingui/react/macro'
import type { UpdateFigures } from '../../../../contract/dashboard.ts'
import { AppError } from '../../../../errors.ts'
import { useErrorText } from '../../../kit/failures/useErrorText.ts'
import { Panel } from './Panel.tsx'
import { RankRow } from './RankRow.tsx'

export function ErrorTypes({ errors }: { errors: UpdateFigures['errors'] | undefined }) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const most = Math.max(...(errors ?? []).map(({ number }) => number))
  return (
    <Panel
      title={t`Errors by type`}
      rows={
        most === 0
          ? []
          : errors?.map(({ type, number }) => (
              <RankRow key={type} name={errorText(new AppError(type))} number={number} most={most} className="bg-destructive" />
            ))
      }
      empty={t`No update failed in this period.`}
    />
  )
}
