import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'
import { type Check, checkNames, rareCheckNames, type Verdict } from '../../../update/checks/checks.ts'
import { useCheckText } from './useCheckText.ts'

const marks = {
  passed: { Icon: CircleCheck, color: 'text-success' },
  later: { Icon: CircleDashed, color: 'text-muted-foreground' },
  warned: { Icon: TriangleAlert, color: 'text-warning' },
  risky: { Icon: TriangleAlert, color: 'text-destructive' },
  refused: { Icon: CircleX, color: 'text-destructive' },
} as const satisfies Record<Verdict, unknown>

const order: readonly Verdict[] = ['refused', 'risky', 'warned', 'passed', 'later']

/** The checks, worst result first. While `checks` is null, all of them show as pending. */
export function CheckList({ checks }: { checks: readonly Check[] | null }) {
  const usual = checkNames.filter((name) => !rareCheckNames.includes(name))
  const shown = checks ?? usual.map((name): Check => ({ name, verdict: 'later' }))
  const sorted = shown.toSorted((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict))
  return (
    <ul className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2" aria-busy={checks === null}>
      {sorted.map((check) => (
        <CheckRow key={check.name} check={check} isOpen={checks === null} />
      ))}
    </ul>
  )
}

function CheckRow({ check, isOpen }: { check: Check; isOpen: boolean }) {
  const { title, remedy } = useCheckText()(isOpen ? { ...check, verdict: 'passed' } : check)
  const { Icon, color } = marks[check.verdict]
  return (
    <li className={cn('flex gap-2', remedy !== null && 'sm:col-span-2')}>
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', color)} />
      {remedy === null ? (
        <span className="text-muted-foreground">{title}</span>
      ) : (
        <span className="text-pretty">
          <strong className="font-semibold">{title}</strong>
          <span className="block text-muted-foreground">{remedy}</span>
        </span>
      )}
    </li>
  )
}
