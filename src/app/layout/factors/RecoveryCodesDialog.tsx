import { Trans, useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { Download, Printer } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { createPortal } from 'react-dom'
import { sessionStore } from '../../api/sessionStore.ts'
import { useConfiguration } from '../../api/useConfiguration.ts'
import { useBlockReload } from '../../browser/reloadBlockers.ts'
import { saveFile } from '../../browser/saveFile.ts'
import { formatDate } from '../../i18n/formatDate.ts'
import { CopyButton } from '../../kit/text/CopyButton.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '../../ui/dialog.tsx'

type RecoveryCodesDialogProps = {
  codes: readonly string[]
  username: string
  /** What gets the focus afterwards, because the dialog before is gone. */
  returnTo?: RefObject<HTMLElement | null>
  onKept: () => void
}

/** Shows new recovery codes, which nobody can see again: neither Escape, a click outside nor the way back closes it. */
export function RecoveryCodesDialog({ codes, username, returnTo, onKept }: RecoveryCodesDialogProps) {
  const { t } = useLingui()
  const portal = useConfiguration()?.brand.name ?? location.host
  const [date] = useState(() => formatDate(new Date().toISOString()))
  useBlockReload(true)
  // A sign-out, here or in another tab, passes.
  useBlocker({ shouldBlockFn: () => sessionStore.read() !== null, enableBeforeUnload: true })
  const about = t`Recovery codes for ${username} at ${portal}, made on ${date}. Each can be used once.`

  function save(): void {
    const lines = [about, '', ...codes, '']
    saveFile(new Blob([lines.join('\r\n')], { type: 'text/plain' }), t`${portal} recovery codes.txt`)
  }

  function giveFocus(event: Event): void {
    event.preventDefault()
    returnTo?.current?.focus()
  }

  return (
    <Dialog open>
      <DialogContent {...(returnTo && { onCloseAutoFocus: giveFocus })}>
        <DialogHeader>
          <DialogTitle>
            <Trans>Keep your recovery codes</Trans>
          </DialogTitle>
          <DialogDescription className="text-pretty">
            <Trans>
              If you lose your second factor, one of these codes takes its place at sign-in. Each can be used once. You see them only now:
              keep them where nobody else can read them, not on the device with your second factor.
            </Trans>
          </DialogDescription>
        </DialogHeader>
        <ul
          aria-label={t`Recovery codes`}
          className="grid grid-cols-2 gap-x-2 gap-y-2 rounded-lg border bg-muted px-2 py-4 text-center font-mono text-[0.8125rem] sm:text-sm"
        >
          {codes.map((code) => (
            <li key={code} className="whitespace-nowrap max-[23rem]:text-xs">
              <span>{code}</span>
            </li>
          ))}
        </ul>
        <div className="grid gap-2 sm:grid-cols-3">
          <CopyButton text={codes.join('\n')} />
          <Button variant="outline" onClick={save}>
            <Download aria-hidden />
            <Trans>Download</Trans>
          </Button>
          <Button variant="outline" onClick={() => print()}>
            <Printer aria-hidden />
            <Trans>Print</Trans>
          </Button>
        </div>
        <DialogFooter>
          <Button onClick={onKept}>
            <Trans>I have kept them</Trans>
          </Button>
        </DialogFooter>
      </DialogContent>
      {createPortal(<PrintedCodes codes={codes} username={username} portal={portal} date={date} />, document.body)}
    </Dialog>
  )
}

type PrintedCodesProps = { codes: readonly string[]; username: string; portal: string; date: string }

/** What printing shows in place of the page (app.css). Never on the screen. */
function PrintedCodes({ codes, username, portal, date }: PrintedCodesProps) {
  return (
    <section data-slot="print-sheet" className="hidden font-sans text-black print:block">
      <p className="text-2xl font-semibold">{portal}</p>
      <p className="mt-1 text-lg">
        <Trans>Recovery codes</Trans>
      </p>
      <dl className="mt-6 grid w-fit grid-cols-[auto_auto] gap-x-6 gap-y-1">
        <dt>
          <Trans>Account</Trans>
        </dt>
        <dd className="font-medium">{username}</dd>
        <dt>
          <Trans>Made on</Trans>
        </dt>
        <dd className="font-medium">{date}</dd>
      </dl>
      <ul className="mt-8 grid w-fit grid-cols-2 gap-x-14 gap-y-4 font-mono text-lg">
        {codes.map((code) => (
          <li key={code} className="flex items-center gap-3 whitespace-nowrap">
            <span className="size-4 border border-black" />
            <span>{code}</span>
          </li>
        ))}
      </ul>
      <p className="mt-8">
        <Trans>Each code takes the place of your second factor once. Tick those that you have used.</Trans>
      </p>
    </section>
  )
}
