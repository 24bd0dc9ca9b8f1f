import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft, KeyRound } from 'lucide-react'
import { authentication } from '../../../../contract/authentication.ts'
import { api } from '../../../api/api.ts'
import { CodeField } from '../../../kit/fields/CodeField.tsx'
import { FormFailure } from '../../../kit/failures/FormFailure.tsx'
import { usePageTitle } from '../../../kit/pages/usePageTitle.ts'
import { useContractForm } from '../../../kit/form/useContractForm.ts'
import { Entrance } from '../../../layout/Entrance.tsx'
import { Button } from '../../../ui/button.tsx'
import { secondView, useSignIn, type ViewProps } from '../useSignIn.ts'
import { ResendCode } from './ResendCode.tsx'

export function CodeView({ view, onView }: ViewProps<'code'>) {
  const { credentials, code, factors } = view
  const { t } = useLingui()
  const signIn = useSignIn()
  const { control, formProps, failure, fail, isBusy, setValue } = useContractForm({
    schema: authentication.checkSmsCode.request,
    defaultValues: { ...credentials, code: '' },
    async send(body) {
      await api.authentication.checkSmsCode({ body })
      await signIn(credentials)
    },
  })
  usePageTitle(t`Verification code`)

  return (
    <Entrance
      title={<Trans>Verification code</Trans>}
      introduction={
        <Trans>
          We sent a code by SMS to <span className="font-medium whitespace-nowrap text-foreground">{code.phoneNumber}</span>.
        </Trans>
      }
    >
      <form {...formProps} className="flex flex-col gap-5">
        {failure !== null && <FormFailure failure={failure} />}
        <CodeField control={control} name="code" isFocusedAtOnce />
        <Button type="submit" isBusy={isBusy} className="w-full">
          <Trans>Continue</Trans>
        </Button>
      </form>
      <div className="flex flex-col items-start gap-3">
        <ResendCode
          credentials={credentials}
          code={code}
          onSent={(next) => {
            setValue('code', '')
            onView(secondView(credentials, next))
          }}
          onFailure={fail}
        />
        {factors.length > 0 && (
          <Button variant="link" size="inline" onClick={() => onView({ ...view, name: 'factor' })}>
            <KeyRound aria-hidden />
            <Trans>Use another method</Trans>
          </Button>
        )}
        <Button variant="link" size="inline" onClick={() => onView({ name: 'signIn', credentials: { username: '', password: '' } })}>
          <ArrowLeft aria-hidden />
          <Trans>Sign in to another account</Trans>
        </Button>
      </div>
    </Entrance>
  )
}
