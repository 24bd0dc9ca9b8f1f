/** The product families that look and are used alike. */
export const detectorFamilies = ['teleco', 'ws6', 'wsaII'] as const
export type DetectorFamily = (typeof detectorFamilies)[number]

/** `typeName` as staff wrote it; null if it is not known. */
export function familyOf(typeName: string | null): DetectorFamily {
  const name = typeName?.toLowerCase() ?? ''
  if (name.startsWith('wsa')) return 'wsaII'
  return name.startsWith('ws') ? 'ws6' : 'teleco'
}
