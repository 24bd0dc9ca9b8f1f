import type { ViewProps } from '../useSignIn.ts'
import { CodeView } from './CodeView.tsx'
import { FactorView } from './FactorView.tsx'

/** What follows the password. */
export function SecondStepView({ view, onView }: ViewProps<'code' | 'factor'>) {
  return view.name === 'code' ? <CodeView view={view} onView={onView} /> : <FactorView view={view} onView={onView} />
}
