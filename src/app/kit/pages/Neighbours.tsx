import { useLingui } from '@lingui/react/macro'
import { ChevronDown, ChevronUp } from 'lucide-react'
import type { RecordEntity } from '../../../contract/recordFields.ts'
import { Button } from '../../ui/button.tsx'
import { useKeys } from '../keys/singleKeys.ts'
import type { TableApi } from '../table/tableQueries.ts'
import { useNeighbours } from '../table/useNeighbours.ts'

/** Buttons and keys to the records around this one in its list. Renders nothing for a record that was not opened from the list. */
export function Neighbours({ entity, api, id }: { entity: RecordEntity; api: TableApi<{ readonly id: number }>; id: number }) {
  const { t } = useLingui()
  const { previous, next } = useNeighbours(entity, api, id)
  useKeys({ k: previous, j: next })
  if (previous === undefined && next === undefined) return null
  const steps = [
    { key: 'k', label: t`Previous in the list`, step: previous, Icon: ChevronUp },
    { key: 'j', label: t`Next in the list`, step: next, Icon: ChevronDown },
  ]
  return (
    <div className="flex gap-1">
      {steps.map(({ key, label, step, Icon }) => (
        <Button
          key={key}
          variant="ghost"
          size="icon-sm"
          aria-label={label}
          title={`${label} (${key})`}
          aria-keyshortcuts={key}
          disabled={step === undefined}
          onClick={step}
        >
          <Icon aria-hidden />
        </Button>
      ))}
    </div>
  )
}
