import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { MailQuestion, MessageSquareMore } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import { type Control, useFormState } from 'react-hook-form'
import { type Profile, user } from '../../../contract/user.ts'
import type { ErrorCode } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { ActionButton } from '../../kit/dialogs/ActionButton.tsx'
import { CheckboxField } from '../../kit/fields/CheckboxField.tsx'
import { checkPhone, isSamePhone } from '../../kit/phones/checkPhone.ts'
import { CountryAndPhoneFields } from '../../kit/phones/CountryAndPhoneFields.tsx'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { LeaveGuard } from '../../kit/form/LeaveGuard.tsx'
import { NameFields } from '../../kit/fields/NameFields.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { useContractForm } from '../../kit/form/useContractForm.ts'
import { useImpersonation } from '../../session/impersonation.ts'
import { ownProfile } from '../../session/ownProfile.ts'
import { Button } from '../../ui/button.tsx'
import { FormField } from '../../kit/fields/FormField.tsx'
import { PasswordInput } from '../../kit/passwords/PasswordInput.tsx'
import { Alert, AlertActions, AlertDescription, AlertTitle } from '../../ui/alert.tsx'
import { PhoneCodeDialog } from './PhoneCodeDialog.tsx'
import { useProfileCall } from './useProfileCall.ts'

export function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const isReadOnly = useImpersonation() !== null

  const { pendingUsername, pendingPhone } = profile
  const [isEnteringCode, setIsEnteringCode] = useState(false)

  const { control, formProps, failure, isBusy, isChanged, reset, watch } = useContractForm({
    schema: user.updateProfile.request,
    defaultValues: fillProfile(profile),
    stored: fillProfile(profile),
    check: (typed) => checkProfile(profile, typed),
    async send(body) {
      const saved = await api.user.updateProfile({ body })
      reset(fillProfile(saved))
      queryClient.setQueryData(ownProfile.queryKey, saved)
      const isCodeNext = saved.pendingPhone !== null && !isSamePhone(saved, body) && isSamePhone(saved.pendingPhone, body)
      setIsEnteringCode(isCodeNext)
      // On a small screen the toast would cover the dialog's buttons.
      if (!isCodeNext) toast.success(t`Your profile has been saved`)
    },
  })

  // A pending change may have been confirmed elsewhere. Unsaved changes are kept.
  useEffect(() => reset(fillProfile(profile), { keepDirtyValues: true }), [profile, reset])
  const [username, phonePrefix, phoneNumber] = watch(['username', 'phonePrefix', 'phoneNumber'])

  return (
    <>
      <form {...formProps} className="flex flex-col gap-5">
        <LeaveGuard isChanged={isChanged} />
        {failure !== null && <FormFailure failure={failure} />}
        <fieldset disabled={isReadOnly} className="contents">
          <NameFields control={control} firstName="firstname" lastName="lastname" isOwn />
          <TextField
            control={control}
            name="username"
            label={t`Email`}
            help={t`You sign in with this address.`}
            type="email"
            autoComplete="username"
          />
          {pendingUsername !== null && <PendingUsername username={pendingUsername} />}
          <CountryAndPhoneFields
            control={control}
            countryName="country"
            prefixName="phonePrefix"
            numberName="phoneNumber"
            getPhonePrefixes={api.user.getPhonePrefixes}
            isOwn
          />
          {pendingPhone !== null && (
            <PendingPhone phone={`${pendingPhone.phonePrefix} ${pendingPhone.phoneNumber}`} onEnterCode={() => setIsEnteringCode(true)} />
          )}
          <TextField control={control} name="distributor" label={t`Distributor (optional)`} autoComplete="off" />
          <CheckboxField control={control} name="isNewsletter" label={<Trans>Send me news by email</Trans>} />
          <CurrentPasswordField control={control} isNeeded={changesContact(profile, { username, phonePrefix, phoneNumber })} />
        </fieldset>
        {!isReadOnly && (
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" isBusy={isBusy}>
              <Trans>Save</Trans>
            </Button>
            {isChanged && (
              <>
                <Button variant="ghost" onClick={() => reset()}>
                  <Trans>Discard changes</Trans>
                </Button>
                <span className="text-sm text-muted-foreground">
                  <Trans>Unsaved changes</Trans>
                </span>
              </>
            )}
          </div>
        )}
      </form>
      {isEnteringCode && pendingPhone !== null && <PhoneCodeDialog pending={pendingPhone} onClose={() => setIsEnteringCode(false)} />}
    </>
  )
}

type Contact = Pick<Profile, 'username' | 'phonePrefix' | 'phoneNumber'>

function fillProfile({ firstname, lastname, username, phonePrefix, phoneNumber, country, distributor, isNewsletter }: Profile) {
  const shown = { firstname, lastname, username, phonePrefix, phoneNumber, country, distributor: distributor ?? '', isNewsletter }
  return { ...shown, currentPassword: '' }
}

/** As the server compares them: a different spelling is not a change. */
function changesContact(profile: Contact, typed: Contact): boolean {
  return profile.username.trim().toLowerCase() !== typed.username.trim().toLowerCase() || !isSamePhone(profile, typed)
}

function checkProfile(profile: Contact, typed: Contact & { readonly currentPassword: string }): Readonly<Record<string, ErrorCode>> {
  const isMissing = typed.currentPassword.trim() === '' && changesContact(profile, typed)
  return { ...checkPhone(typed, profile), ...(isMissing && { currentPassword: 'MandatoryField' }) }
}

type Typed = { currentPassword: string }

/** Shown if the change needs the password, or the server requires it. */
function CurrentPasswordField<T extends Typed>({ control, isNeeded }: { control: Control<T>; isNeeded: boolean }) {
  const { t } = useLingui()
  const { errors } = useFormState({ control })
  if (!isNeeded && !('currentPassword' in errors)) return null
  return (
    <FormField
      // Every form of type T has this field; the type only hides it.
      control={control as unknown as Control<Typed>}
      name="currentPassword"
      label={t`Current password`}
      help={t`To change your email or phone number, confirm that it is you.`}
    >
      {(controlProps, field) => <PasswordInput {...controlProps} {...field} autoComplete="current-password" />}
    </FormField>
  )
}

/** The new phone, until its code is entered. */
function PendingPhone({ phone, onEnterCode }: { phone: string; onEnterCode: () => void }) {
  const change = useProfileCall()
  return (
    <Alert variant="warning">
      <MessageSquareMore aria-hidden />
      <AlertTitle>
        <Trans>Confirm your new phone number</Trans>
      </AlertTitle>
      <AlertDescription>
        <p>
          <Trans>
            Enter the code sent to <span className="font-medium whitespace-nowrap">{phone}</span>. Until then, your current number stays in
            use.
          </Trans>
        </p>
        <AlertActions>
          <Button variant="outline" size="sm" onClick={onEnterCode}>
            <Trans>Enter the code</Trans>
          </Button>
          <ActionButton send={() => change(api.contact.cancelPhone)} refetch={ownProfile.queryKey}>
            <Trans>Keep my current number</Trans>
          </ActionButton>
        </AlertActions>
      </AlertDescription>
    </Alert>
  )
}

/** The new address, until its link is opened. */
function PendingUsername({ username }: { username: string }) {
  const { t } = useLingui()
  const change = useProfileCall()
  return (
    <Alert variant="warning">
      <MailQuestion aria-hidden />
      <AlertTitle>
        <Trans>Confirm your new email address</Trans>
      </AlertTitle>
      <AlertDescription>
        <p>
          <Trans>
            Open the link that we sent to <span className="font-medium wrap-anywhere">{username}</span>. Until then, you sign in and receive
            emails with your current address.
          </Trans>
        </p>
        <AlertActions>
          <ActionButton send={() => change(api.contact.resendUsernameLink, t`The link has been sent again`)} refetch={ownProfile.queryKey}>
            <Trans>Send the link again</Trans>
          </ActionButton>
          <ActionButton send={() => change(api.contact.cancelUsername)} refetch={ownProfile.queryKey}>
            <Trans>Keep my current address</Trans>
          </ActionButton>
        </AlertActions>
      </AlertDescription>
    </Alert>
  )
}
