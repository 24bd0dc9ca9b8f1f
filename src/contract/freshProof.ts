/**
 * When a call wants proof, within the last `proofMinutes`, that its caller is the person who signed in: one of their second factors, or the
 * password where they have none. Signing in counts, refreshing a token does not. The server decides by what it has parsed and stored
 * (http/mount.ts); the app asks before it sends a form (app/api/createApi.ts). Knows no call.
 */

/** A parsed body, and for an edit what the record holds, by the names of the form; absent for a new record. */
export type Asked = { readonly body: Fields; readonly stored?: Fields | undefined }
type Fields = Readonly<Record<string, unknown>>

export type FreshProof = (asked: Asked) => boolean

export const always: FreshProof = () => true

/** Another role than before, a new account of staff, or a password for somebody else. */
export const givesRights: FreshProof = ({ body, stored }) => {
  const { role, password } = body
  const isNewRole = role !== undefined && role !== (stored?.['role'] ?? 'ROLE_CUSTOMER')
  return isNewRole || (stored !== undefined && typeof password === 'string' && password !== '')
}

/** A firmware that somebody may install after this and could not before, or whose file is another one. */
export const offersFirmware: FreshProof = ({ body, stored }) => {
  if (body['isActive'] !== true) return false
  if (stored?.['isActive'] !== true || body['file'] !== undefined) return true
  if (stored['isBetaTest'] === true && body['isBetaTest'] !== true) return true
  const addsGroup = body['isBetaTest'] === true && (addsMember(body['betaGroupChanges']) ?? adds('selectedBetaGroupIds', { body, stored }))
  return addsGroup || adds('selectedProductIds', { body, stored })
}

function adds(field: string, { body, stored }: Asked): boolean {
  const before = idsIn(stored?.[field])
  return idsIn(body[field]).some((id) => !before.includes(id))
}

function idsIn(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.map(Number) : []
}

/** Undefined where the form sends all members instead. */
function addsMember(changes: unknown): boolean | undefined {
  return typeof changes === 'object' && changes !== null && 'addedIds' in changes ? idsIn(changes.addedIds).length > 0 : undefined
}
