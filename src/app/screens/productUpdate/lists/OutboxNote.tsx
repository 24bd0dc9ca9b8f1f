import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CloudUpload, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { appOutbox, useOutbox } from '../../../outbox/appOutbox.ts'
import { useErrorText } from '../../../kit/form/useErrorText.ts'
import { Alert, AlertDescription, AlertTitle } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { AppError } from '../../../../errors.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import type { OutboxSnapshot, RefusedEntry } from '../../../outbox/outboxSnapshot.ts'
import { coilCall, queuedCoil, type QueuedCoil } from '../../../outbox/queuedCalls.ts'
import { CoilDialogs, type OpenCoilDialog } from '../coils/CoilDialogs.tsx'
import { ownAccessories } from './ownQueries.ts'

/** Shows what is waiting in the outbox and what the server has refused. */
export function OutboxNote() {
  const { waiting, refused, pausedUntil } = useOutbox()
  const [opened, setOpened] = useState<OpenCoilDialog | null>(null)
  // All other calls are reports of updates.
  const coils = waiting.filter((call) => call === coilCall).length
  const reports = waiting.length - coils
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
      {refused.length > 0 && <Refused refused={refused} onOpen={setOpened} />}
      <CoilDialogs opened={opened} onClose={() => setOpened(null)} />
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

/** Each refused entry stays until the user corrects or discards it. */
function Refused({ refused, onOpen }: Pick<OutboxSnapshot, 'refused'> & { onOpen: (dialog: OpenCoilDialog) => void }) {
  return (
    <Alert role="alert" variant="warning">
      <TriangleAlert aria-hidden />
      <AlertTitle>
        <Trans>Rejected by the server</Trans>
      </AlertTitle>
      <AlertDescription>
        <ul className="flex flex-col gap-3">
          {refused.map((entry) => (
            <RefusedLine key={entry.sequence} entry={entry} onOpen={onOpen} />
          ))}
        </ul>
      </AlertDescription>
    </Alert>
  )
}

function RefusedLine({ entry, onOpen }: { entry: RefusedEntry; onOpen: (dialog: OpenCoilDialog) => void }) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const { data: coils = [] } = useQuery({ ...ownAccessories, enabled: false })
  const { sequence, call, payload, code, invalidField } = entry
  const typed = call === coilCall && v.is(queuedCoil, payload) ? payload : null
  const subject = typed === null ? t`Update result` : t`Coil ${typed.coilSerial}`
  const refusal = new AppError(code, invalidField === undefined ? {} : { invalidField })
  const isReportLost = typed === null && code === 'resource.not.found'

  function correct(one: QueuedCoil): void {
    const coil = coils.find(({ id }) => id === one.accessoryId) ?? null
    onOpen({ kind: 'correct', coil, draft: { sequence, typed: one, refusal } })
  }
  return (
    <li className="flex flex-col gap-1.5">
      <p>
        <span className="font-medium">
          <Trans>{subject}:</Trans>
        </span>{' '}
        {isReportLost ? <Trans>Its detector or its firmware is no longer available to your account.</Trans> : errorText(refusal)}
      </p>
      <div className="flex flex-wrap gap-2">
        {typed !== null && (
          <Button variant="outline" size="sm" onClick={() => correct(typed)}>
            <Trans>Fix</Trans> <span className="sr-only">{subject}</span>
          </Button>
        )}
        <Button variant="outline" size="sm" onClick={() => void appOutbox.discard(sequence)}>
          <Trans>Discard</Trans> <span className="sr-only">{subject}</span>
        </Button>
      </div>
    </li>
  )
}
