import type { Choice } from '../../../contract/crud.ts'
import type { ShownFirmware } from '../../../contract/firmware.ts'

/** The fields of the form. */
export type FirmwareValues = {
  versionName: string
  language: string
  isBetaTest: boolean
  isActive: boolean
  changeLog: string
  selectedProductIds: Choice[]
  selectedBetaGroupIds: Choice[]
  file: File | undefined
  typedVersion: string
}

export function fillFirmware(shown?: ShownFirmware): FirmwareValues {
  return {
    versionName: shown?.versionName ?? '',
    language: shown?.language ?? '',
    isBetaTest: shown?.isBetaTest ?? false,
    isActive: shown?.isActive ?? false,
    changeLog: shown?.changeLog ?? '',
    selectedProductIds: shown?.products ?? [],
    selectedBetaGroupIds: shown?.betaGroups ?? [],
    file: undefined,
    typedVersion: '',
  }
}
