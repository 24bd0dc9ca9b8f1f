/** The product families that look and are used alike. */
export const detectorFamilies = ['teleco', 'ws6', 'wsaII'] as const
export type DetectorFamily = (typeof detectorFamilies)[number]

/** `typeName` as staff wrote it; null if it is not known. What is in no other family is used like the remote control. */
export function familyOf(typeName: string | null): DetectorFamily {
  return knownFamilyOf(typeName) ?? 'teleco'
}

/** The family that a detector looks like; null if nothing says so. */
export function knownFamilyOf(typeName: string | null): DetectorFamily | null {
  const name = typeName?.toLowerCase() ?? ''
  if (name.startsWith('wsa')) return 'wsaII'
  if (name.startsWith('ws')) return 'ws6'
  return /^t[eé]l[eé]/.test(name) ? 'teleco' : null
}

/** What people call it: the name that its owner gave it, or else its model. */
export function detectorName({ nickname, productName }: { readonly nickname: string | null; readonly productName: string }): string {
  return nickname ?? productName
}
