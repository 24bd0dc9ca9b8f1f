import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CloudUpload, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { appOutbox, useOutbox } from '../../appOutbox.ts'
import { useErrorText } from '../../kit/useErrorText.ts'
import { Alert, AlertDescription, AlertTitle } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { AppError, type ErrorCode } from '../../../errors.ts'
import type { OutboxSnapshot } from '../../outbox.ts'

/** A registration of a coil; anything else is a report of an update. */
const coilCall = 'accessory.createOrUpdateUserAccessory'
const coilSerial = v.object({ coilSerial: v.string() })

/** What the server has not yet been told, and what it refused to hear. Nothing while there is neither. */
export function OutboxNote() {
  const { waiting, refused } = useOutbox()
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
                  <Plural value={reports} one="# report waiting to be sent" other="# reports waiting to be sent" />
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
                <Trans>Kept on this computer, and sent as soon as the server can be reached. You need not do anything.</Trans>
              </p>
              <div>
                <SendNow />
              </div>
            </AlertDescription>
          </Alert>
        </output>
      )}
      {refused.length > 0 && <Refused refused={refused} />}
    </>
  )
}

function SendNow() {
  const [isSending, setIsSending] = useState(false)
  async function send(): Promise<void> {
    setIsSending(true)
    await appOutbox.flush()
    setIsSending(false)
  }
  return (
    <Button variant="outline" size="sm" isBusy={isSending} onClick={() => void send()}>
      <Trans>Send now</Trans>
    </Button>
  )
}

/** Stays until its owner has read it and lets go of it. */
function Refused({ refused }: Pick<OutboxSnapshot, 'refused'>) {
  const { t } = useLingui()
  const errorText = useErrorText()
  function subjectOf(call: string, payload: unknown): string {
    return call === coilCall && v.is(coilSerial, payload) ? t`Coil ${payload.coilSerial}:` : t`Report of an update:`
  }
  function reasonOf(call: string, code: ErrorCode): string {
    if (call === coilCall || code !== 'resource.not.found') return errorText(new AppError(code))
    return t`Its detector or its firmware is no longer there for your account.`
  }
  return (
    <Alert role="alert" variant="warning">
      <TriangleAlert aria-hidden />
      <AlertTitle>
        <Trans>Not accepted by the server</Trans>
      </AlertTitle>
      <AlertDescription>
        <ul className="flex flex-col gap-1">
          {refused.map(({ call, payload, code }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the same words may stand twice, and nothing of a line is kept
            <li key={index}>
              <span className="font-medium">{subjectOf(call, payload)}</span> {reasonOf(call, code)}
            </li>
          ))}
        </ul>
        <div>
          <Button variant="outline" size="sm" onClick={() => void appOutbox.discardRefused()}>
            <Trans>Discard</Trans>
          </Button>
        </div>
      </AlertDescription>
    </Alert>
  )
}
