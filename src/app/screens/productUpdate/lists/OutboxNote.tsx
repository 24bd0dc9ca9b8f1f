import { Plural, Trans } from '@lingui/react/macro'
import { CloudUpload } from 'lucide-react'
import { useState } from 'react'
import { appOutbox, useOutbox } from '../../../outbox/appOutbox.ts'
import { Alert, AlertDescription, AlertTitle } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { coilCall, purchaseCall } from '../../../outbox/queuedCalls.ts'
import { RefusedEntries } from './RefusedEntries.tsx'

/** Shows what is waiting in the outbox and what the server has refused. */
export function OutboxNote() {
  const { waiting, refused, pausedUntil } = useOutbox()
  // All other calls are reports of updates.
  const coils = waiting.filter((call) => call === coilCall).length
  const purchases = waiting.filter((call) => call === purchaseCall).length
  const reports = waiting.length - coils - purchases
  return (
    <>
      {waiting.length > 0 && (
        <output>
          <Alert>
            <CloudUpload aria-hidden />
            <AlertTitle>
              {reports > 0 && (
                <span className="block">
                  <Plural value={reports} one="# update result waiting to be sent" other="# update results waiting to be sent" />
                </span>
              )}
              {coils > 0 && (
                <span className="block">
                  <Plural value={coils} one="# coil waiting to be registered" other="# coils waiting to be registered" />
                </span>
              )}
              {purchases > 0 && (
                <span className="block">
                  <Plural value={purchases} one="# purchase waiting to be registered" other="# purchases waiting to be registered" />
                </span>
              )}
            </AlertTitle>
            <AlertDescription>
              <p>
                {pausedUntil === undefined ? (
                  <Trans>Saved on this computer, and sent as soon as the server can be reached. There is nothing you need to do.</Trans>
                ) : (
                  <PausedText until={pausedUntil} />
                )}
              </p>
              <div>
                <SendNow />
              </div>
            </AlertDescription>
          </Alert>
        </output>
      )}
      <RefusedEntries refused={refused} />
    </>
  )
}

function SendNow() {
  const [isSending, setIsSending] = useState(false)
  async function send(): Promise<void> {
    setIsSending(true)
    await appOutbox.sendNow()
    setIsSending(false)
  }
  return (
    <Button variant="outline" size="sm" isBusy={isSending} onClick={() => void send()}>
      <Trans>Send now</Trans>
    </Button>
  )
}

function PausedText({ until }: { until: number }) {
  const time = formatDateTime(new Date(until).toISOString())
  return (
    <Trans>
      The server is not accepting any more for now. Sending will resume automatically from {time}. There is nothing you need to do.
    </Trans>
  )
}
