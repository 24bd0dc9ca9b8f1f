import { Plural, Trans } from '@lingui/react/macro'
import { CircleCheck, RotateCw, TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { CheckList } from '../checks/CheckList.tsx'
import type { Check } from '../../../update/checks/checks.ts'
import { Fold } from '../../../kit/text/Fold.tsx'

type ChecksFoldProps = { checks: readonly Check[] | null; isChecking: boolean; onCheckAgain: () => void }

/** The checks before an erase: collapsed while they pass, open when one needs attention. */
export function ChecksFold({ checks, isChecking, onCheckAgain }: ChecksFoldProps) {
  const open = checks?.filter(({ verdict }) => verdict !== 'passed' && verdict !== 'later').length ?? 0
  return (
    <Fold isOpen={open > 0} summary={<Summary checks={checks} open={open} />}>
      <div className="flex flex-col gap-3">
        <CheckList checks={checks} />
        <Button variant="ghost" size="sm" className="-ml-3 w-fit" onClick={onCheckAgain} isBusy={isChecking}>
          {!isChecking && <RotateCw aria-hidden />}
          <Trans>Check again</Trans>
        </Button>
      </div>
    </Fold>
  )
}

function Summary({ checks, open }: { checks: readonly Check[] | null; open: number }) {
  if (checks === null)
    return (
      <span className="text-muted-foreground">
        <Trans>Checking the detector, the cable and this computer…</Trans>
      </span>
    )
  if (open > 0)
    return (
      <span className="inline-flex items-center gap-1.5 font-medium">
        <TriangleAlert aria-hidden className="size-4 text-warning" />
        <Plural value={open} one="# check needs your attention" other="# checks need your attention" />
      </span>
    )
  return (
    <span className="inline-flex items-center gap-1.5 text-muted-foreground">
      <CircleCheck aria-hidden className="size-4 text-success" />
      <Plural value={checks.filter(({ verdict }) => verdict === 'passed').length} one="# check passed" other="# checks passed" />
    </span>
  )
}
