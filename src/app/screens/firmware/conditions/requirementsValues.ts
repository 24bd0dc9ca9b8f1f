/** The form of requirements: every value as text, '' for what is not required. */
import * as v from 'valibot'
import type { ErrorCode } from '../../../../errors.ts'
import { release } from '../../../../contract/release.ts'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'

export type RequirementsValues = {
  minimumInstalledVersion: string
  steppingStone: string
  /** Of the known ones. */
  hardwareVersions: string[]
  /** Others, as "6, 7". */
  otherHardware: string
  minimumBatteryPercent: string
  needsCoil: boolean
  minimumAppBuild: string
}

const { request } = release.setRequirements

/** From the values of the form to the body of the call. */
export const requirementsSchema = v.pipe(
  v.custom<RequirementsValues>(() => true),
  v.transform((values): v.InferInput<typeof request> => ({
    minimumInstalledVersion: textIn(values.minimumInstalledVersion),
    steppingStone: textIn(values.steppingStone),
    hardwareVersions: [...values.hardwareVersions, ...splitNumbers(values.otherHardware)],
    minimumBatteryPercent: textIn(values.minimumBatteryPercent),
    needsCoil: values.needsCoil ? 'true' : 'false',
    minimumAppBuild: textIn(values.minimumAppBuild),
  })),
  request,
)

export function fillRequirements({ requirements, hardware }: Pick<ShownRelease, 'requirements' | 'hardware'>): RequirementsValues {
  const { minimumInstalledVersion, steppingStone, hardwareVersions, minimumBatteryPercent, needsCoil, minimumAppBuild } = requirements
  const isKnown = (version: number) => hardware.some((known) => known.version === version)
  return {
    minimumInstalledVersion: minimumInstalledVersion ?? '',
    steppingStone: steppingStone ?? '',
    hardwareVersions: hardwareVersions.filter(isKnown).map(String),
    otherHardware: hardwareVersions.filter((version) => !isKnown(version)).join(', '),
    minimumBatteryPercent: minimumBatteryPercent === null ? '' : String(minimumBatteryPercent),
    needsCoil,
    minimumAppBuild: minimumAppBuild === null ? '' : String(minimumAppBuild),
  }
}

/** The schema sees all hardware versions as one list: what is wrong with those that are typed belongs to their own field. */
export function checkOtherHardware({ otherHardware }: RequirementsValues): Readonly<Record<string, ErrorCode>> {
  const isRight = v.is(request.entries.hardwareVersions, splitNumbers(otherHardware))
  return isRight ? {} : { otherHardware: 'number.invalid.error' }
}

function splitNumbers(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== '')
}

function textIn(text: string): string | undefined {
  return text.trim() === '' ? undefined : text
}
