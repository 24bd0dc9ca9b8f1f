/**
 * How to put the WS6 into update mode. The specification gives only the number of steps; their content is our choice. Change this file for
 * devices with other keys.
 */
import { msg } from '@lingui/core/macro'
import { At } from '../../../../kit/detector/At.tsx'
import { BrowserChooser } from '../drawing/BrowserChooser.tsx'
import { PointingHand } from '../drawing/Hand.tsx'
import { PressRing } from '../../../../kit/detector/Keys.tsx'
import { Puck, puckKeys } from '../../../../kit/detector/Puck.tsx'
import { PlugIntoComputer } from '../drawing/PlugIntoComputer.tsx'
import { Arrow, Cable, ChargingClip } from '../drawing/Plugs.tsx'
import { chooseInTheBrowser, plugIntoTheComputer, switchItOff, type TutorialStep } from './tutorialStep.ts'

/** The position of the WS6 on its headband. */
const headbandHolder = { x: 264, y: 176 } as const
const middle = { x: 240, y: 138, scale: 1.6 } as const

export const ws6Steps: readonly TutorialStep[] = [
  {
    title: msg`Take the WS6 off its headband`,
    text: msg`Hold the headband in one hand and slide the WS6 out of its holder with the other.`,
    picture: (
      <>
        <Headband />
        <At x={headbandHolder.x + 86} y={headbandHolder.y - 70} turn={90}>
          <Arrow />
        </At>
        <At x={headbandHolder.x + 104} y={headbandHolder.y} scale={0.8}>
          <g className="depart">
            <Puck content="home" />
          </g>
        </At>
      </>
    ),
  },
  {
    ...switchItOff,
    picture: (
      <At {...middle}>
        <Puck content="home" motion="goes-dark" />
        <PressRing {...puckKeys.power} radius={13} />
        <PowerHand />
      </At>
    ),
  },
  {
    title: msg`Put it on its charging clip`,
    text: msg`Put the WS6 on the clip of its cable, gold contacts first. The clip holds it in place.`,
    picture: (
      <>
        <At x={366} y={84} turn={180}>
          <Arrow />
        </At>
        <At x={240} y={112} scale={1.35}>
          <g className="descend">
            <Puck content="off" />
          </g>
          <Cable d="M0 100V180" />
          <ChargingClip />
        </At>
      </>
    ),
  },
  {
    ...plugIntoTheComputer,
    picture: (
      <PlugIntoComputer>
        <At x={94} y={128} scale={0.9}>
          <Cable d="M0 100V220" />
          <Puck content="off" />
          <ChargingClip />
        </At>
      </PlugIntoComputer>
    ),
  },
  {
    title: msg`Hold − and press the power button`,
    text: msg`Hold the − button and press the power button once. When UPDATE appears on the display, let go. If it does not, wait a moment and try again.`,
    picture: (
      <At {...middle}>
        <Puck content="update" motion="lights-up-late" />
        <PressRing {...puckKeys.power} radius={13} isLate />
        <At x={puckKeys.minus.x - 6} y={puckKeys.minus.y + 3} turn={62} scale={0.62} isMirrored>
          <PointingHand />
        </At>
        <PowerHand isLate />
      </At>
    ),
  },
  { ...chooseInTheBrowser, picture: <BrowserChooser icon={<PuckIcon />} /> },
]

function PowerHand({ isLate = false }: { isLate?: boolean }) {
  return (
    <At x={puckKeys.power.x + 6} y={puckKeys.power.y + 6} turn={-50} scale={0.62}>
      <g className={isLate ? 'press-late' : 'press'}>
        <PointingHand />
      </g>
    </At>
  )
}

function PuckIcon() {
  return (
    <g>
      <rect className="shell" x={-14} y={-14} width={28} height={28} rx={11} />
      <rect className="lit" x={-8} y={-8} width={16} height={8} rx={2} />
    </g>
  )
}

/** The headband of the WS6's headphones: a cushion on the left, the holder on the right. */
function Headband() {
  return (
    <g>
      <path className="band-edge" d="M106 170C88 20 280 -10 266 140" />
      <path className="band" d="M106 170C88 20 280 -10 266 140" />
      <rect className="key" x={headbandHolder.x - 50} y={headbandHolder.y - 50} width={100} height={100} rx={42} />
      <rect className="glass" x={headbandHolder.x - 40} y={headbandHolder.y - 40} width={80} height={80} rx={34} />
      <rect className="key" x={104} y={152} width={32} height={92} rx={16} />
      <rect className="shell" x={82} y={160} width={34} height={76} rx={15} />
    </g>
  )
}
