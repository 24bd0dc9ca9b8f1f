/**
 * How to put the remote control into update mode. The specification gives only the number of steps; their content is our choice. Change this
 * file for devices with other keys.
 */
import { msg } from '@lingui/core/macro'
import { At } from '../../../../kit/detector/At.tsx'
import { BrowserChooser } from '../drawing/BrowserChooser.tsx'
import { PointingHand, TwoFingerHand } from '../drawing/Hand.tsx'
import { PressRing } from '../../../../kit/detector/Keys.tsx'
import { RemoteControl, remoteKeys } from '../../../../kit/detector/RemoteControl.tsx'
import { Laptop } from '../drawing/Laptop.tsx'
import { PlugIntoComputer, pluggedCableStart } from '../drawing/PlugIntoComputer.tsx'
import { Arrow, Cable, RoundPlug, UsbPlug } from '../drawing/Plugs.tsx'
import { chooseInTheBrowser, plugIntoTheComputer, switchItOff, type TutorialStep } from './tutorialStep.ts'

/** The position of its socket, for plugs. */
const remoteSocket = { x: 58, y: 207 } as const

/** The middle of the sheet, with room for a hand on each side. */
const middle = { x: 172, y: 24, scale: 1.17 } as const

export const telecoSteps: readonly TutorialStep[] = [
  {
    title: msg`Charge the battery to more than half`,
    text: msg`Look at the battery on the display of the remote control. If it shows less than half, charge the remote control first, so that it stays on during the update.`,
    picture: (
      <At x={124} y={28} scale={2}>
        <RemoteControl content="battery" />
      </At>
    ),
  },
  {
    ...switchItOff,
    picture: (
      <At {...middle}>
        <RemoteControl content="home" motion="goes-dark" />
        <PressRing {...remoteKeys.power} />
        <PowerHand motion="press" />
      </At>
    ),
  },
  {
    title: msg`Plug the cable into the remote control`,
    text: msg`Push the round end of the cable into the socket at the bottom until it clicks. Do not force it.`,
    picture: (
      <>
        <At x={324} y={252}>
          <Arrow />
        </At>
        <At x={140} y={-190} scale={1.72}>
          <At {...remoteSocket}>
            <g className="approach">
              <Cable d="M0 56V180" />
              <RoundPlug />
            </g>
          </At>
          <RemoteControl content="off" />
        </At>
      </>
    ),
  },
  {
    ...plugIntoTheComputer,
    picture: (
      <PlugIntoComputer>
        <At x={48} y={40} scale={0.85}>
          <PluggedRemote content="off" cable="M58 262V330" />
        </At>
      </PlugIntoComputer>
    ),
  },
  {
    title: msg`Hold + and −`,
    text: msg`Press the + and − buttons together, and keep holding them.`,
    picture: (
      <At {...middle}>
        <RemoteControl content="off" />
        <PressRing {...remoteKeys.plus} radius={13} />
        <PressRing {...remoteKeys.minus} radius={13} />
        <HoldingHand motion="press" />
      </At>
    ),
  },
  {
    title: msg`Press the power button as well`,
    text: msg`While still holding + and −, press the power button once.`,
    picture: (
      <At {...middle}>
        <RemoteControl content="off" />
        <PressRing {...remoteKeys.power} isLate />
        <HoldingHand />
        <PowerHand motion="press-late" />
      </At>
    ),
  },
  {
    title: msg`Wait for the word UPDATE`,
    text: msg`When UPDATE appears on the display, let go of all buttons. If it does not, switch the remote control off and go back to step 5.`,
    picture: (
      <At {...middle}>
        <RemoteControl content="update" motion="lights-up" />
        <HoldingHand motion="let-go" />
        <PowerHand motion="let-go" />
      </At>
    ),
  },
  {
    title: msg`Leave the cable where it is`,
    text: msg`Give the computer a few seconds to recognise the remote control. There is nothing to install. From now on, do not unplug it.`,
    picture: (
      <>
        <Cable d={`M97 246C97 312 142 304 142 262S150 ${pluggedCableStart.y} ${pluggedCableStart.x} ${pluggedCableStart.y}`} hasFlow />
        <At x={pluggedCableStart.x + 56} y={pluggedCableStart.y} turn={90}>
          <UsbPlug />
        </At>
        <At x={48} y={20} scale={0.85}>
          <PluggedRemote content="update" />
        </At>
        <At x={226} y={84}>
          <Laptop>
            <g className="pops">
              <circle className="accent" cx={89} cy={58} r={28} />
              <path className="tick" d="M77 59L86 68L102 49" />
            </g>
          </Laptop>
        </At>
      </>
    ),
  },
  { ...chooseInTheBrowser, picture: <BrowserChooser icon={<RemoteIcon />} /> },
]

function PluggedRemote({ content, cable }: { content: 'off' | 'update'; cable?: string }) {
  return (
    <g>
      {cable !== undefined && <Cable d={cable} />}
      <At {...remoteSocket}>
        <RoundPlug />
      </At>
      <RemoteControl content={content} />
    </g>
  )
}

/** The right hand's finger on the power key. */
function PowerHand({ motion }: { motion: 'press' | 'press-late' | 'let-go' }) {
  return (
    <At x={remoteKeys.power.x + 7} y={remoteKeys.power.y + 5} turn={-58} scale={0.85}>
      <g className={motion}>
        <PointingHand />
      </g>
    </At>
  )
}

/** The left hand's fingers on + and −. */
function HoldingHand({ motion }: { motion?: 'press' | 'let-go' }) {
  return (
    <At x={remoteKeys.minus.x - 8} y={remoteKeys.minus.y} turn={90} isMirrored>
      <g className={motion}>
        <TwoFingerHand />
      </g>
    </At>
  )
}

function RemoteIcon() {
  return (
    <g>
      <rect className="shell" x={-9} y={-15} width={18} height={30} rx={5} />
      <rect className="lit" x={-5} y={-11} width={10} height={10} rx={2} />
    </g>
  )
}
