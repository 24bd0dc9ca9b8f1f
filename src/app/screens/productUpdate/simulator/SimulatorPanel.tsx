import { Trans, useLingui } from '@lingui/react/macro'
import { FlaskConical, PlugZap, Unplug } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { toast } from 'sonner'
import { toastSuccessMs } from '../../../../contract/rules.ts'
import { noFaults, refusals, type SimulatorFaults } from '../../../../device/simulator/simulatorFaults.ts'
import { CopyField } from '../../../kit/text/CopyField.tsx'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/input.tsx'
import { Label } from '../../../ui/label.tsx'
import { NativeSelect } from '../../../ui/native-select.tsx'
import { ReplayReport } from '../support/ReplayReport.tsx'
import { commands } from '../../../../device/protocol/frames.ts'
import { isScenarioName, scenarioAddress, scenarioOfAddress, scenarios } from './scenarios.ts'

/** For QA: every scenario and every fault that the simulated detector can have. Their names are the same in every language. */
export function SimulatorPanel() {
  const { t, i18n } = useLingui()
  const detector = window.simulatedDetector
  const [scenario, setScenario] = useState(scenarioOfAddress)
  const id = useId()
  const faults: SimulatorFaults = { ...noFaults, ...(scenario !== null && scenarios[scenario].faults) }

  function choose(name: string): void {
    const chosen = isScenarioName(name) ? name : null
    setScenario(chosen)
    detector?.set({ ...noFaults, ...(chosen !== null && scenarios[chosen].faults) })
  }
  function apply(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    detector?.set(readFaults(new FormData(event.currentTarget)))
    toast.success(t`Faults applied to the simulated detector`, { duration: toastSuccessMs })
  }

  return (
    <details className="rounded-xl border border-dashed px-5 py-4" open={scenario !== null}>
      <summary className="flex items-center gap-2 text-sm font-medium">
        <FlaskConical aria-hidden className="size-4 text-muted-foreground" />
        <Trans>Simulated detector: faults</Trans>
      </summary>
      <div className="mt-4 flex max-w-xl flex-col gap-2">
        <Label htmlFor={id}>
          <Trans>Scenario</Trans>
        </Label>
        <NativeSelect id={id} value={scenario ?? ''} onChange={({ target }) => choose(target.value)}>
          <option value="">–</option>
          {Object.keys(scenarios).map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </NativeSelect>
        {scenario !== null && (
          <>
            <p className="text-sm text-pretty">{i18n._(scenarios[scenario].expected)}</p>
            <CopyField label={t`Address`} value={new URL(scenarioAddress(scenario), location.origin).href} />
          </>
        )}
      </div>
      <form key={scenario} className="mt-5 flex flex-col gap-5" onSubmit={apply} onReset={() => detector?.set(noFaults)}>
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4">
          {faultFields.map((field) => (
            <Field key={field.name} field={field} value={textOf(faults[field.name])} />
          ))}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="sm">
            <Trans>Apply</Trans>
          </Button>
          <Button type="reset" size="sm" variant="outline">
            <Trans>No faults</Trans>
          </Button>
          <Button size="sm" variant="outline" className="ml-auto" onClick={() => detector?.unplug()}>
            <Unplug aria-hidden />
            <Trans>Unplug</Trans>
          </Button>
          <Button size="sm" variant="outline" onClick={() => detector?.plug()}>
            <PlugZap aria-hidden />
            <Trans>Plug in</Trans>
          </Button>
        </div>
      </form>
      <div className="mt-5 border-t border-dashed pt-4">
        <ReplayReport />
      </div>
    </details>
  )
}

function Field({ field, value }: { field: FaultField; value: string }) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <Label htmlFor={id} className="text-xs! leading-4!">
        {field.name}
      </Label>
      {field.kind === 'choice' ? (
        <NativeSelect id={id} name={field.name} defaultValue={value}>
          {field.options.map((option) => (
            <option key={option} value={option}>
              {option === '' ? '–' : option}
            </option>
          ))}
        </NativeSelect>
      ) : (
        <Input id={id} name={field.name} defaultValue={value} inputMode={field.kind === 'number' ? 'decimal' : 'text'} />
      )}
    </div>
  )
}

/** The simulated detector's faults as form fields, and form data as faults. */

type FaultField =
  | { readonly kind: 'number' | 'text'; readonly name: keyof SimulatorFaults; readonly initial: string }
  | { readonly kind: 'choice'; readonly name: keyof SimulatorFaults; readonly initial: string; readonly options: readonly string[] }

const commandNames = ['', ...Object.keys(commands)]
const yesNo = ['false', 'true']

/** Accessories are set with `window.simulatedDetector.set`: a form with ten slots would help nobody. */
const faultFields: readonly FaultField[] = (Object.keys(noFaults) as (keyof SimulatorFaults)[]) // Object.keys loses the types of the keys.
  .filter((name) => name !== 'accessories')
  .map(fieldOf)

function fieldOf(name: keyof SimulatorFaults): FaultField {
  const value = noFaults[name]
  if (name === 'refusesOpen') return { kind: 'choice', name, initial: '', options: ['', ...refusals] }
  if (name === 'badStatusAt') return { kind: 'choice', name, initial: '', options: commandNames }
  if (name === 'unknownMessageAt') return { kind: 'choice', name, initial: '', options: [...commandNames, 'idle'] }
  if (typeof value === 'boolean') return { kind: 'choice', name, initial: String(value), options: yesNo }
  return { kind: typeof value === 'string' ? 'text' : 'number', name, initial: textOf(value) }
}

function textOf(value: SimulatorFaults[keyof SimulatorFaults]): string {
  return value === null ? '' : String(value)
}

/** An empty field means null. An invalid number leaves the fault unchanged. */
function readFaults(form: FormData): Partial<SimulatorFaults> {
  const values = faultFields.map((field) => [field.name, valueOf(field, String(form.get(field.name) ?? field.initial).trim())] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

function valueOf({ kind }: FaultField, text: string): string | number | boolean | null | undefined {
  if (kind === 'text') return text
  if (text === '') return null
  if (kind === 'choice') return yesNo.includes(text) ? text === 'true' : text
  return Number.isFinite(Number(text)) ? Number(text) : undefined
}
