/** The calls that export lists, and the columns of their files. */
import { contract } from '../../src/contract/contract.ts'

export const exportCalls = {
  user: contract.user.exportRows,
  product: contract.product.exportRows,
  firmware: contract.firmware.exportRows,
  betaGroup: contract.betaGroup.exportRows,
  news: contract.news.exportRows,
  rallyZone: contract.rallyZone.exportRows,
  warrantyCode: contract.warrantyCode.exportRows,
  activity: contract.activity.exportRows,
  securityEvent: contract.securityEvent.exportRows,
} as const
export type ExportedEntity = keyof typeof exportCalls
export const exportedLists = Object.entries(contract).flatMap(([entity, calls]) =>
  'exportRows' in calls ? [entity as ExportedEntity] : [],
) // has the call

/** By the contract's names. */
export function columnsOf(list: ExportedEntity): readonly string[] {
  return exportCalls[list].request.entries.columns.pipe[4].pipe[0].item.entries.id.options
}
