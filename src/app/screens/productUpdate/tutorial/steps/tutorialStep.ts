import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ReactNode } from 'react'

export type TutorialStep = {
  readonly title: MessageDescriptor
  readonly text: MessageDescriptor
  /** Draws the step's animation. `name` is its accessible name. */
  readonly Picture: (props: { name: string }) => ReactNode
}

/** Texts that several families share. */
export const switchItOff = { title: msg`Switch it off`, text: msg`Hold the power button until the display goes dark.` }

export const plugIntoTheComputer = {
  title: msg`Plug the cable into the computer`,
  text: msg`Push the flat USB end into the computer itself, not into a hub or a screen. The display may show that it is charging: that is fine.`,
}

export const chooseInTheBrowser = {
  title: msg`Choose it in your browser`,
  text: msg`Press Next: your browser opens a small window. Choose the line that names your device, then confirm. Nothing is installed until you ask for it.`,
}
