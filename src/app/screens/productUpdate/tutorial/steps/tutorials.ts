import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { TutorialFamily } from '../tutorialPaging.ts'
import { telecoSteps } from './telecoSteps.tsx'
import type { TutorialStep } from './tutorialStep.ts'
import { ws6Steps } from './ws6Steps.tsx'
import { wsaIISteps } from './wsaIISteps.tsx'

/** A family's tutorial: the label of its tab, and its steps. */
export const tutorials: Readonly<Record<TutorialFamily, { readonly label: MessageDescriptor; readonly steps: readonly TutorialStep[] }>> = {
  teleco: { label: msg`Remote control`, steps: telecoSteps },
  ws6: { label: msg`WS6`, steps: ws6Steps },
  wsaII: { label: msg`WSAII / WSAII-XL`, steps: wsaIISteps },
}
