import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { authentication } from '../../../contract/authentication.ts'
import { api } from '../../api.ts'
import { CodeField } from '../../kit/CodeField.tsx'
import { FormFailure } from '../../kit/FormFailure.tsx'
import { usePageTitle } from '../../kit/usePageTitle.ts'
import { useSmallForm } from '../../kit/useSmallForm.ts'
import { Entrance } from '../../layout/Entrance.tsx'
import type { CodeStep, Credentials } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import type { OnView } from './loginView.ts'
import { ResendCode } from './ResendCode.tsx'
import { useSignIn } from './useSignIn.ts'

type CodeViewProps = { credentials: Credentials; step: CodeStep; onView: OnView }

export function CodeView({ credentials, step, onView }: CodeViewProps) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const signIn = useSignIn()
  const { formProps, fields, failure, isBusy, fail } = useSmallForm(authentication.checkSmsCode.request, { ...credentials, code }, send)
  usePageTitle(t`Verification code`)

  async function send(typed: Credentials & { code: string }) {
    await api.authentication.checkSmsCode({ body: typed })
    await signIn(credentials)
  }

  return (
    <Entrance
      title={<Trans>Verification code</Trans>}
      introduction={
        <Trans>
          We sent a code by SMS to <span className="font-medium whitespace-nowrap text-foreground">{step.phoneNumber}</span>.
        </Trans>
      }
    >
      <form {...formProps} className="flex flex-col gap-5">
        {failure !== null && <FormFailure failure={failure} />}
        <CodeField isFocusedAtOnce error={fields['code']} value={code} onChange={setCode} />
        <Button type="submit" isBusy={isBusy} className="w-full">
          <Trans>Continue</Trans>
        </Button>
      </form>
      <div className="flex flex-col items-start gap-3">
        <ResendCode
          credentials={credentials}
          step={step}
          onSent={(next) => {
            setCode('')
            onView({ name: 'code', credentials, step: next })
          }}
          onFailure={fail}
        />
        <Button variant="link" size="inline" onClick={() => onView({ name: 'signIn', credentials: { username: '', password: '' } })}>
          <ArrowLeft aria-hidden />
          <Trans>Sign in to another account</Trans>
        </Button>
      </div>
    </Entrance>
  )
}
