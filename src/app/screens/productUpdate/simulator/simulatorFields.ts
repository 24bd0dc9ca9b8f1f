/** The simulated detector's faults as form fields, and form data as faults. */
import { commands } from '../../../../device/protocol/frames.ts'
import { noFaults, type SimulatorFaults } from '../../../../device/simulator/simulatorFaults.ts'

export type FaultField =
  | { readonly kind: 'number' | 'text'; readonly name: keyof SimulatorFaults; readonly initial: string }
  | { readonly kind: 'choice'; readonly name: keyof SimulatorFaults; readonly initial: string; readonly options: readonly string[] }

const commandNames = ['', ...Object.keys(commands)]
const yesNo = ['false', 'true']

/** Accessories are set with `window.simulatedDetector.set`: a form with ten slots would help nobody. */
export const faultFields: readonly FaultField[] = (Object.keys(noFaults) as (keyof SimulatorFaults)[]) // Object.keys loses the types of the keys.
  .filter((name) => name !== 'accessories')
  .map(fieldOf)

function fieldOf(name: keyof SimulatorFaults): FaultField {
  const value = noFaults[name]
  if (name === 'badStatusAt') return { kind: 'choice', name, initial: '', options: commandNames }
  if (name === 'unknownMessageAt') return { kind: 'choice', name, initial: '', options: [...commandNames, 'idle'] }
  if (typeof value === 'boolean') return { kind: 'choice', name, initial: String(value), options: yesNo }
  return { kind: typeof value === 'string' ? 'text' : 'number', name, initial: value === null ? '' : String(value) }
}

/** An empty field means null. An invalid number leaves the fault unchanged. */
export function readFaults(form: FormData): Partial<SimulatorFaults> {
  const values = faultFields.map((field) => [field.name, valueOf(field, String(form.get(field.name) ?? field.initial).trim())] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

function valueOf({ kind }: FaultField, text: string): string | number | boolean | null | undefined {
  if (kind === 'text') return text
  if (text === '') return null
  if (kind === 'choice') return yesNo.includes(text) ? text === 'true' : text
  return Number.isFinite(Number(text)) ? Number(text) : undefined
}
