import { Trans, useLingui } from '@lingui/react/macro'
import * as v from 'valibot'
import { typedPassword } from '../../../contract/fields.ts'
import type { AnyProof, PasskeySignature } from '../../../contract/factors.ts'
import type { FactorKind } from '../../../contract/rules.ts'
import { AppError } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { signWithPasskey } from '../../browser/passkeys.ts'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { FactorCodeForm } from '../../kit/factors/FactorCodeForm.tsx'
import { FactorLink } from '../../kit/factors/FactorLink.tsx'
import { PasskeyForm } from '../../kit/factors/PasskeyForm.tsx'
import { PasskeyOrigin } from '../../kit/factors/PasskeyOrigin.tsx'
import type { Prove } from '../../kit/factors/prove.ts'
import { useUsableFactors } from '../../kit/factors/useUsableFactors.ts'
import { FormField } from '../../kit/fields/FormField.tsx'
import { useContractForm } from '../../kit/form/useContractForm.ts'
import { PasswordInput } from '../../kit/passwords/PasswordInput.tsx'
import { Button } from '../../ui/button.tsx'
import { TitledDialog } from '../../kit/dialogs/TitledDialog.tsx'

export type ProofKind = FactorKind | 'password'

type ProofDialogProps = { kinds: readonly ProofKind[]; onProved: () => void; onClose: () => void }

/** Confirms by a second factor, or by the password where the account has none. */
export function ProofDialog({ kinds, onProved, onClose }: ProofDialogProps) {
  async function check(proof: AnyProof): Promise<void> {
    await api.session.prove({ body: { proof } })
    onProved()
  }
  return (
    <TitledDialog
      title={<Trans>Confirm that it is you</Trans>}
      description={<Trans>Your last confirmation was more than five minutes ago. What you have entered is kept.</Trans>}
      onClose={onClose}
    >
      {kinds.includes('password') ? (
        <PasswordForm check={check} />
      ) : (
        <Factors factors={kinds.filter((kind) => kind !== 'password')} prove={async (makeProof) => check(await makeProof())} />
      )}
    </TitledDialog>
  )
}

function Factors({ factors, prove }: { factors: readonly FactorKind[]; prove: Prove }) {
  const { kind, others, choose, otherOrigin } = useUsableFactors(factors)
  return (
    <div className="flex flex-col gap-5">
      {kind === 'passkey' && <PasskeyForm sign={sign} prove={prove} />}
      {(kind === 'totp' || kind === 'recoveryCode') && <FactorCodeForm key={kind} kind={kind} prove={prove} />}
      {otherOrigin !== null && factors.includes('passkey') && <PasskeyOrigin origin={otherOrigin} />}
      {others.length > 0 && (
        <div className="flex flex-col items-start gap-3">
          {others.map((other) => (
            <FactorLink key={other} kind={other} onChoose={choose} />
          ))}
        </div>
      )}
    </div>
  )
}

/** Asked for anew at each try, because it serves once and not for long. */
async function sign(signal: AbortSignal): Promise<PasskeySignature> {
  const { passkey } = await api.session.beginProof({ signal })
  // The passkey was removed meanwhile.
  if (passkey === null) throw new AppError('passkey.invalid.error')
  return signWithPasskey(passkey, { signal })
}

const passwordForm = v.strictObject({ password: typedPassword })

function PasswordForm({ check }: { check: (proof: AnyProof) => Promise<void> }) {
  const { t } = useLingui()
  const { control, formProps, failure, isBusy } = useContractForm({
    schema: passwordForm,
    defaultValues: { password: '' },
    send: ({ password }) => check({ kind: 'password', password }),
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {failure !== null && <FormFailure failure={failure} />}
      <FormField control={control} name="password" label={t`Password`}>
        {(controlProps, field) => (
          // The only field of a dialog that has just opened.
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
          <PasswordInput {...controlProps} {...field} autoComplete="current-password" autoFocus />
        )}
      </FormField>
      <Button type="submit" isBusy={isBusy} className="w-full">
        <Trans>Continue</Trans>
      </Button>
    </form>
  )
}
