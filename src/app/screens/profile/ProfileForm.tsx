import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import { type Profile, user } from '../../../contract/user.ts'
import { api } from '../../api/api.ts'
import { CheckboxField } from '../../kit/fields/CheckboxField.tsx'
import { isSamePhone } from '../../kit/phones/checkPhone.ts'
import { CountryAndPhoneFields } from '../../kit/phones/CountryAndPhoneFields.tsx'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { LeaveGuard } from '../../kit/form/LeaveGuard.tsx'
import { NameFields } from '../../kit/fields/NameFields.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { useContractForm } from '../../kit/form/useContractForm.ts'
import { useImpersonation } from '../../session/impersonation.ts'
import { ownProfile } from '../../session/ownProfile.ts'
import { Button } from '../../ui/button.tsx'
import { CurrentPasswordField } from './CurrentPasswordField.tsx'
import { PendingPhone } from './PendingPhone.tsx'
import { PendingUsername } from './PendingUsername.tsx'
import { PhoneCodeDialog } from './PhoneCodeDialog.tsx'
import { changesContact, checkProfile, fillProfile } from './profileFields.ts'

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
