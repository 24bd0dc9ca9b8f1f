import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ReactNode } from 'react'

export type TutorialStep = {
  readonly title: MessageDescriptor
  readonly text: MessageDescriptor
  /** The step's animation, on the sheet of `Drawing`. */
  readonly picture: ReactNode
}

/** Texts that several families share. */
export const switchItOff = { title: msg`Switch it off`, text: msg`Hold the power button until the display goes dark.` }

export const plugIntoTheComputer = {
  title: msg`Plug the cable into the computer`,
  text: msg`Plug the flat USB end directly into the computer, not into a hub or a monitor. The display may show that the device is charging: this is normal.`,
}

export const chooseInTheBrowser = {
  title: msg`Choose it in your browser`,
  text: msg`Press Next: your browser opens a small window. Choose your device in the list, then confirm. Nothing is installed until you ask for it.`,
}
