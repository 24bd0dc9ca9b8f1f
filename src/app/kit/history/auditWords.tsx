import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { AuditAction, AuditEntry } from '../../../contract/audit.ts'
import { cn } from '../../ui/cn.ts'

/** The words for a record's fields. */
export type FieldWords<Field extends string = string> = {
  /** The names of the form's fields, and of others that the history mentions. */
  readonly labels: Readonly<Record<Field, string>>
  /** What values mean that are codes, in fields that hold any. */
  readonly values?: Readonly<Partial<Record<Field, (value: string) => string>>>
}

export function useActionNames(): Readonly<Record<AuditAction, string>> {
  const { t } = useLingui()
  return {
    create: t`Created`,
    update: t`Changed`,
    delete: t`Deleted`,
    restore: t`Restored`,
    verify: t`Account verified`,
    resendValidation: t`Validation link sent again`,
    unlock: t`Account unlocked`,
    renewTrial: t`Subscription gifted`,
    resetPassword: t`Password reset link sent`,
    changePassword: t`Password changed`,
    deleteDetector: t`Detector deleted`,
    restoreDetector: t`Detector restored`,
    deleteCoil: t`Coil deleted`,
    restoreCoil: t`Coil restored`,
    correctCoil: t`Coil corrected`,
    approveProof: t`Proof approved`,
    refuseProof: t`Proof refused`,
    reopenProof: t`Decision on the proof taken back`,
    resetFactors: t`Second factors reset`,
    endSessions: t`Signed out`,
    removeNote: t`Note deleted`,
    requestExport: t`Archive of their data requested`,
    requestDeletion: t`Deletion of all data requested`,
    cancelDeletion: t`Deletion of all data cancelled`,
  }
}

/** Those whose entry names fields. */
const actionsWithFields: ReadonlySet<AuditAction> = new Set(['update', 'correctCoil', 'refuseProof'])

/** What an entry of the audit trail says besides its action, a line for each change. `className` is the later values'. */
export function entryLines(
  { action, before, after }: AuditEntry,
  words: FieldWords,
  className: string,
): { key: string; line: ReactNode }[] {
  const owned = before?.['owned']
  const { reason, ...changed } = after ?? {}
  const fields = actionsWithFields.has(action) ? Object.keys(changed) : []
  return [
    ...(typeof owned === 'string' ? [{ key: 'owned', line: owned }] : []),
    ...fields.map((field) => ({
      key: `field ${field}`,
      line: <FieldChange words={words} field={field} before={before} after={after} className={className} />,
    })),
    ...(typeof reason === 'string' ? [{ key: 'reason', line: <Reason reason={reason} className={className} /> }] : []),
  ]
}

function Reason({ reason, className }: { reason: string; className: string }) {
  return (
    <Trans>
      Reason: <span className={className}>{reason}</span>
    </Trans>
  )
}

const shownMaxLength = 200

type Fields = Readonly<Record<string, unknown>> | null

type FieldChangeProps = { words: FieldWords; field: string; before: Fields; after: Fields; className: string }

/** "Role: Customer → Back office". `className` is the later value's. */
export function FieldChange({ words, field, before, after, className }: FieldChangeProps) {
  const show = useShownValue(words)
  const label = words.labels[field] ?? field
  const [earlier, later] = [show(field, before?.[field]), show(field, after?.[field])]
  return (
    <Trans>
      {label}: <del>{earlier}</del> → <ins className={cn('no-underline', className)}>{later}</ins>
    </Trans>
  )
}

/** A field's value as text; long texts are cut. */
export function useShownValue({ values = {} }: FieldWords): (field: string, value: unknown) => string {
  const { t } = useLingui()
  return (field, value) => {
    if (value === null || value === undefined || value === '') return '–'
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`
    const wording = (text: string) => values[field]?.(text) ?? text
    const text = Array.isArray(value) ? value.map((item) => wording(nameOf(item))).join(', ') : wording(String(value))
    return text.length > shownMaxLength ? `${text.slice(0, shownMaxLength)}…` : text || '–'
  }
}

/** Of a record, its name. */
function nameOf(item: unknown): string {
  return String(typeof item === 'object' && item !== null && 'tostring' in item ? item.tostring : item)
}
