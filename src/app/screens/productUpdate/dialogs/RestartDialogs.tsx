import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useContact } from '../../../api/useConfiguration.ts'
import { reconnectDetector } from '../../../detector/device.ts'
import { Button } from '../../../ui/button.tsx'
import type { UpdateTarget } from '../../../detector/updateJournal.ts'
import { useSpentText } from '../../../i18n/measures.ts'
import { ContactLink } from '../support/ContactLink.tsx'
import { OutcomeDialog } from './OutcomeDialog.tsx'
import { useLastEnd } from '../../../update/flow/appUpdateFlow.ts'
import { isReinstall } from '../../../update/records/lastEnd.ts'
import { ChangeFold } from '../step/ChangeFold.tsx'
import { RestartRemedy } from '../support/RestartRemedy.tsx'
import { SaveReport } from '../support/SaveReport.tsx'
import { useTabTitle } from './useTabTitle.ts'
import { useLanguageText } from '../step/useLanguageText.ts'

/** Asks whether the detector restarted with its new firmware. Asks again at the next visit if the page closes first. */
export function RestartQuestion({ target, onAnswer }: { target: UpdateTarget; onAnswer: (hasRestarted: boolean) => void }) {
  const { t } = useLingui()
  const [isAnswered, setAnswered] = useState(false)
  useTabTitle(t`Did your detector restart?`)
  function answer(hasRestarted: boolean): void {
    setAnswered(true)
    onAnswer(hasRestarted)
  }
  return (
    <OutcomeDialog
      icon={CircleHelp}
      iconClass="text-primary"
      title={<Trans>Did your detector restart?</Trans>}
      description={
        <Trans>
          Version {target.versionName} has been written to your {target.productName}. It should now switch on by itself, or when you press
          the power button.
        </Trans>
      }
      footer={
        <>
          <Button variant="outline" disabled={isAnswered} onClick={() => answer(false)}>
            <Trans>No</Trans>
          </Button>
          <Button disabled={isAnswered} onClick={() => answer(true)}>
            <Trans>Yes, it restarted</Trans>
          </Button>
        </>
      }
    />
  )
}

export function RestartedDialog({ target, onClose }: { target: UpdateTarget; onClose: () => void }) {
  const changeLog = useLastEnd()?.changeLog ?? null
  return (
    <OutcomeDialog
      icon={CircleCheck}
      iconClass="text-success"
      title={<Trans>The update is complete</Trans>}
      description={<FromTo target={target} />}
      onClose={onClose}
      footer={
        <Button onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <ChangeFold changeLog={changeLog} versionName={target.versionName} />
    </OutcomeDialog>
  )
}

function FromTo({ target }: { target: UpdateTarget }) {
  const { productName, before, versionName, language, next } = target
  const languageText = useLanguageText()
  const spentText = useSpentText()
  const tookMs = useLastEnd()?.tookMs ?? null
  const took = tookMs !== null && <Trans>It took {spentText(tookMs)}.</Trans>
  const isSameLanguage = before === null || before.language === language
  const now = isSameLanguage ? versionName : `${versionName}, ${languageText(language)}`
  return (
    <>
      {before === null ? (
        <Trans>
          Your {productName} now runs version {now}.
        </Trans>
      ) : isReinstall(target) ? (
        <Trans>
          Version {now} was reinstalled on your {productName}.
        </Trans>
      ) : (
        <Trans>
          Your {productName} went from version{' '}
          {isSameLanguage ? before.versionName : `${before.versionName}, ${languageText(before.language)}`} to {now}.
        </Trans>
      )}{' '}
      {took} {next === undefined ? <Trans>You can unplug it now.</Trans> : <Trans>Next comes {next}: connect your detector again.</Trans>}
    </>
  )
}

export function NotRestartedDialog({ target, onClose }: { target: UpdateTarget; onClose: () => void }) {
  const contact = useContact()
  return (
    <OutcomeDialog
      icon={TriangleAlert}
      iconClass="text-destructive"
      title={<Trans>Your detector did not restart</Trans>}
      description={
        <>
          <RestartRemedy productName={target.productName} />{' '}
          {contact !== null && <Trans>If that does not help, please contact support.</Trans>}
        </>
      }
      onClose={onClose}
      footer={
        <>
          <ContactLink />
          <Button
            onClick={() => {
              onClose()
              void reconnectDetector()
            }}
          >
            <Trans>Reconnect the detector</Trans>
          </Button>
        </>
      }
    >
      <SaveReport target={target} />
    </OutcomeDialog>
  )
}
