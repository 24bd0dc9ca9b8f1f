import type { OfferedFirmware } from '../../../contract/firmware.ts'
import { api } from '../../api/api.ts'
import { queryClient } from '../../api/queryClient.ts'

/**
 * The firmware as the newest list of this page has it: a hold may have come since it was offered. As given where no list has it. Its file is always
 * the one given, which is the one that is written: a list that names another one since says nothing of it.
 */
export function listedNow(firmware: OfferedFirmware): OfferedFirmware {
  const { queryKey } = api.firmware.getAllForProductAndUser
  const queries = queryClient.getQueryCache().findAll({ queryKey })
  const listed = queries
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .flatMap((query) => queryClient.getQueryData<readonly OfferedFirmware[]>(query.queryKey) ?? [])
    .find(({ id }) => id === firmware.id)
  return { ...firmware, ...listed, firmwareFile: firmware.firmwareFile, language: firmware.language }
}
