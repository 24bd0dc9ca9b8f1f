import { Plural, Trans } from '@lingui/react/macro'
import { CloudUpload, TriangleAlert } from 'lucide-react'
import { appOutbox, useOutbox } from '../../appOutbox.ts'
import { useErrorText } from '../../kit/useErrorText.ts'
import { Alert, AlertDescription, AlertTitle } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { AppError } from '../../../errors.ts'

/** What the server has not yet been told, and what it refused to hear. Nothing while there is neither. */
export function OutboxNote() {
  const { waiting, refused } = useOutbox()
  const errorText = useErrorText()
  return (
    <>
      {waiting > 0 && (
        <output>
          <Alert>
            <CloudUpload aria-hidden />
            <AlertTitle>
              <Plural value={waiting} one="# report waiting to be sent" other="# reports waiting to be sent" />
            </AlertTitle>
            <AlertDescription>
              <p>
                <Trans>It is kept on this computer and sent as soon as the server can be reached. You need not do anything.</Trans>
              </p>
              <div>
                <Button variant="outline" size="sm" onClick={() => void appOutbox.flush()}>
                  <Trans>Send now</Trans>
                </Button>
              </div>
            </AlertDescription>
          </Alert>
        </output>
      )}
      {refused.length > 0 && (
        <Alert role="alert" variant="warning">
          <TriangleAlert aria-hidden />
          <AlertTitle>
            <Plural value={refused.length} one="The server refused # report" other="The server refused # reports" />
          </AlertTitle>
          <AlertDescription>
            <p>{[...new Set(refused)].map((code) => errorText(new AppError(code))).join(' ')}</p>
            <div>
              <Button variant="outline" size="sm" onClick={() => void appOutbox.discardRefused()}>
                <Trans>Discard</Trans>
              </Button>
            </div>
          </AlertDescription>
        </Alert>
      )}
    </>
  )
}
