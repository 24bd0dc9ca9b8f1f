import { Plural, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import type { FoundTesters } from '../../../contract/betaGroup.ts'
import { CopyButton } from '../../kit/text/CopyButton.tsx'
import { Textarea } from '../../ui/textarea.tsx'

/** Whom pasted addresses belong to, in as many lists as there are kinds of them. */
export function PastedTesters({ found: { found, inGroup, staff, notFound } }: { found: FoundTesters }) {
  const { t } = useLingui()
  return (
    <output className="flex flex-col gap-4">
      <Found lines={names(found)}>
        <Plural
          value={found.length}
          _0="Nobody to add"
          one="# customer will be added as a tester"
          other="# customers will be added as testers"
        />
      </Found>
      {inGroup.length > 0 && (
        <Found lines={names(inGroup)}>
          <Plural value={inGroup.length} one="# is in the group already" other="# are in the group already" />
        </Found>
      )}
      {staff.length > 0 && (
        <Found lines={names(staff)}>
          <Plural value={staff.length} one="# belongs to staff and is left out" other="# belong to staff and are left out" />
        </Found>
      )}
      {notFound.length > 0 && (
        <Found
          lines={notFound}
          action={<CopyButton size="sm" text={notFound.join('\n')} label={t`Copy the addresses that were not found`} />}
        >
          <Plural value={notFound.length} one="# address was not found" other="# addresses were not found" />
        </Found>
      )}
    </output>
  )
}

const names = (users: FoundTesters['found']) => users.map(({ tostring }) => tostring)

type FoundProps = { lines: readonly string[]; action?: ReactNode; children: ReactNode }

function Found({ lines, action, children }: FoundProps) {
  const id = useId()
  return (
    <section className="flex flex-col gap-1 text-sm">
      <div className="flex min-h-8 flex-wrap items-center gap-3">
        <h3 id={id} className="font-medium">
          {children}
        </h3>
        {action}
      </div>
      {/* Scrolls with the keyboard, and can be selected. */}
      {lines.length > 0 && (
        <Textarea readOnly aria-labelledby={id} className="min-h-0!" rows={Math.min(lines.length, 4)} value={lines.join('\n')} />
      )}
    </section>
  )
}
