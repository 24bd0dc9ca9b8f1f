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

/** Another role than before, a new account of staff, or a password or phone, which gets the codes, for somebody else. */
export const givesRights: FreshProof = ({ body, stored }) => {
  const { role, password } = body
  if (role !== undefined && role !== (stored?.['role'] ?? 'ROLE_CUSTOMER')) return true
  if (stored === undefined) return false
  return (typeof password === 'string' && password !== '') || differs(['phonePrefix', 'phoneNumber'], { body, stored })
}

/**
 * A firmware that somebody may install after this and could not before, or that looks like another one. What only shows once it is active,
 * a file or a group, wants proof already when it is changed: somebody else may make it active.
 */
export const offersFirmware: FreshProof = ({ body, stored }) => {
  if (stored === undefined) return body['isActive'] === true
  const addsGroup = body['isBetaTest'] === true && addsMember('betaGroupChanges', 'selectedBetaGroupIds', { body, stored })
  if (body['file'] !== undefined || addsGroup) return true
  if (body['isActive'] !== true) return false
  if (stored['isActive'] !== true || (stored['isBetaTest'] === true && body['isBetaTest'] !== true)) return true
  return adds('selectedProductIds', { body, stored }) || differs(['versionName', 'language'], { body, stored })
}

/** A step that offers a release to more people, or ends it for good. A halt must not wait. */
export const widensRelease: FreshProof = ({ body }) => body['step'] !== 'halt'

/** A firmware that the members of a beta group get. */
export const offersToGroup: FreshProof = (asked) => addsMember('firmwareChanges', 'selectedFirmwareIds', asked)

/** Another type number: detectors of that type are offered the firmwares of this product from then on. */
export const offersToType: FreshProof = ({ body, stored }) => stored !== undefined && differs(['typeId'], { body, stored })

/** Whether a field is sent and is not what is stored; an unknown one differs. */
function differs(fields: readonly string[], { body, stored }: Asked): boolean {
  return fields.some((field) => body[field] !== undefined && String(body[field]) !== String(stored?.[field]))
}

/** A form sends what changes among its members, or all of them. */
function addsMember(changes: string, all: string, asked: Asked): boolean {
  const changed = asked.body[changes]
  const isChange = typeof changed === 'object' && changed !== null && 'addedIds' in changed
  return isChange ? idsIn(changed.addedIds).length > 0 : adds(all, asked)
}

function adds(field: string, { body, stored }: Asked): boolean {
  const before = idsIn(stored?.[field])
  return idsIn(body[field]).some((id) => !before.includes(id))
}

function idsIn(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.map(Number) : []
}
