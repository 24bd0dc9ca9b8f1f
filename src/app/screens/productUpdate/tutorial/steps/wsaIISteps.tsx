/**
 * How to connect WSAII and WSAII-XL headphones. The specification gives only the number of steps; their content is our choice. Change this file
 * for devices with other keys.
 */
import { msg } from '@lingui/core/macro'
import { At } from '../../../../kit/detector/At.tsx'
import { BrowserChooser } from '../drawing/BrowserChooser.tsx'
import { PointingHand } from '../drawing/Hand.tsx'
import { Headphones, headphonesPower, headphonesSocket } from '../../../../kit/detector/Headphones.tsx'
import { PressRing } from '../../../../kit/detector/Keys.tsx'
import { PlugIntoComputer } from '../drawing/PlugIntoComputer.tsx'
import { Cable, RoundPlug } from '../drawing/Plugs.tsx'
import { chooseInTheBrowser, type TutorialStep } from './tutorialStep.ts'

export const wsaIISteps: readonly TutorialStep[] = [
  {
    title: msg`Switch the headphones off`,
    text: msg`Hold the power button on the right ear cup until its light goes out. The WSAII-XL has the same buttons in the same place.`,
    picture: (
      <At x={214} y={176} scale={1.12}>
        <Headphones light="goes-dark" />
        <PressRing {...headphonesPower} radius={14} />
        <At x={headphonesPower.x + 6} y={headphonesPower.y + 5} turn={-56} scale={0.8}>
          <g className="press">
            <PointingHand />
          </g>
        </At>
      </At>
    ),
  },
  {
    title: msg`Plug in the cable`,
    text: msg`Push the round end into the socket under the right ear cup, then the flat USB end into the computer. When the light flashes slowly, the headphones are ready.`,
    picture: (
      <PlugIntoComputer isLate>
        <At x={86} y={132} scale={0.84}>
          <At {...headphonesSocket}>
            <g className="approach-early">
              <Cable d="M0 56V190" />
              <RoundPlug />
            </g>
          </At>
          <Headphones light="flashes" />
        </At>
      </PlugIntoComputer>
    ),
  },
  { ...chooseInTheBrowser, picture: <BrowserChooser icon={<HeadphonesIcon />} /> },
]

function HeadphonesIcon() {
  return (
    <g>
      <path className="icon-line" d="M-13 4V0A13 13 0 0 1 13 0V4" />
      <rect className="shell" x={-16} y={1} width={9} height={15} rx={4} />
      <rect className="shell" x={7} y={1} width={9} height={15} rx={4} />
    </g>
  )
}
