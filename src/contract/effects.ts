/**
 * What a call gives to people that they did not have. Each such effect needs a fresh sign-in: within the last `proofMinutes` the caller signed
 * in, or gave a second factor (the password where they have none); refreshing a token does not count. docs/security.md, 50 says what else.
 *
 * A call declares its effects, each with what the request and the stored record show of it, so that the app can ask before it sends a form
 * (app/api/createApi.ts). The rest is checked against the database in the effect's own transaction (server/effects/). Knows no call.
 */
import { areWider, type Flags } from './releaseStates.ts'

/**
 * `offer`: firmware reaches detectors. `access`: a person gets a way in (password, address, phone that gets codes, factor, validation) or a
 * right. `rows`: what is known of people leaves. `codes`: what is worth a warranty is made or leaves. `loss`: something ends for good.
 */
type EffectKind = 'offer' | 'access' | 'rows' | 'codes' | 'loss'

/** The effects that a call may have, and for which requests it has them for certain. */
export type Effects = { readonly [Kind in EffectKind]?: When }
export type When = (asked: Asked) => boolean

/** A parsed body, and for an edit what the record holds, by the names of the form; absent for a new record. */
export type Asked = { readonly body: Fields; readonly stored?: Fields | undefined }
type Fields = Readonly<Record<string, unknown>>

export const always: When = () => true

/** Only the database knows: for example whether a group has an offered firmware. */
export const unknown: When = () => false

/** Another role than before, a new account of staff, or a password, an address, or a phone, which gets the codes, for somebody else. */
export const givesAccess: When = ({ body, stored }) => {
  const { role, password } = body
  if (role !== undefined && role !== (stored?.['role'] ?? 'ROLE_CUSTOMER')) return true
  if (stored === undefined) return false
  return (typeof password === 'string' && password !== '') || differs(['username', 'phonePrefix', 'phoneNumber'], { body, stored })
}

/**
 * A firmware that somebody may install after this and could not before, or that looks like another one. What only shows once it is active,
 * a file or a group, wants proof already when it is changed: somebody else may make it active.
 */
export const offersFirmware: When = ({ body, stored }) => {
  const flags = flagsIn(body)
  if (stored === undefined) return flags.isActive
  const addsGroup = flags.isBetaTest && addsMember('betaGroupChanges', 'selectedBetaGroupIds', { body, stored })
  if (body['file'] !== undefined || addsGroup || areWider(flags, flagsIn(stored))) return true
  if (!flags.isActive) return false
  return adds('selectedProductIds', { body, stored }) || differs(['versionName', 'language'], { body, stored })
}

function flagsIn({ isActive, isBetaTest }: Fields): Flags {
  return { isActive: isActive === true, isBetaTest: isBetaTest === true }
}

/** A step that offers a release to more people. A halt must not wait. */
export const widensRelease: When = ({ body }) => body['step'] !== 'halt' && body['step'] !== 'withdraw'

export const endsRelease: When = ({ body }) => body['step'] === 'withdraw'

/** A firmware that the members of a beta group get. */
export const offersToGroup: When = (asked) => addsMember('firmwareChanges', 'selectedFirmwareIds', asked)

/** Another type number: detectors of that type are offered the firmwares of this product from then on. */
export const offersToType: When = ({ body, stored }) => stored !== undefined && differs(['typeId'], { body, stored })

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
