import { Trans, useLingui } from '@lingui/react/macro'
import * as v from 'valibot'
import { recoveryCode, totpCode } from '../../../contract/factors.ts'
import { FormFailure } from '../failures/FormFailure.tsx'
import { CodeField } from '../fields/CodeField.tsx'
import { UppercaseField } from '../fields/UppercaseField.tsx'
import { useContractForm } from '../form/useContractForm.ts'
import { Button } from '../../ui/button.tsx'
import type { Prove } from './prove.ts'

const schemas = { totp: v.strictObject({ code: totpCode }), recoveryCode: v.strictObject({ code: recoveryCode }) }

/** The code of an authenticator app, or a recovery code. */
export function FactorCodeForm({ kind, prove }: { kind: 'totp' | 'recoveryCode'; prove: Prove }) {
  const { t } = useLingui()
  const { control, formProps, failure, isBusy, setValue } = useContractForm({
    schema: schemas[kind],
    defaultValues: { code: '' },
    async send({ code }) {
      await prove(async () => ({ kind, code }))
      setValue('code', '')
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {failure !== null && <FormFailure failure={failure} />}
      {kind === 'totp' ? (
        <CodeField control={control} name="code" isFocusedAtOnce />
      ) : (
        <UppercaseField
          control={control}
          name="code"
          label={t`Recovery code`}
          help={<Trans>With or without dashes and spaces.</Trans>}
          isFocusedAtOnce
        />
      )}
      <Button type="submit" isBusy={isBusy} className="w-full">
        <Trans>Continue</Trans>
      </Button>
    </form>
  )
}
