import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { type Profile, user } from '../../../contract/user.ts'
import { api } from '../../api.ts'
import { CheckboxField } from '../../kit/CheckboxField.tsx'
import { checkPhone } from '../../kit/checkPhone.ts'
import { CountryField } from '../../kit/CountryField.tsx'
import { Failed } from '../../kit/Failed.tsx'
import { FormFailure } from '../../kit/FormFailure.tsx'
import { LeaveGuard } from '../../kit/LeaveGuard.tsx'
import { PhonePrefixField } from '../../kit/PhonePrefixField.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { useContractForm } from '../../kit/useContractForm.ts'
import { useCountryOptions } from '../../kit/useCountryOptions.ts'
import { ownProfile } from '../../ownProfile.ts'
import { sessionStore } from '../../sessionStore.ts'
import { Button } from '../../ui/button.tsx'

export function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { options, query: prefixes } = useCountryOptions('user', api.user.getPhonePrefixes)

  const { control, formProps, failure, isBusy, isChanged, reset } = useContractForm({
    schema: user.updateProfile.request,
    defaultValues: editable(profile),
    stored: editable(profile),
    check: checkPhone,
    async send(body) {
      const saved = await api.user.updateProfile({ body })
      reset(editable(saved))
      queryClient.setQueryData(ownProfile.queryKey, saved)
      const session = sessionStore.read()
      // The menu shows the address, and a changed password signs in with it.
      if (session !== null && session.username !== saved.username) sessionStore.write({ ...session, username: saved.username })
      toast.success(t`Your profile has been saved`)
    },
  })

  return (
    <form {...formProps} className="flex flex-col gap-5">
      <LeaveGuard isChanged={isChanged} />
      {failure !== null && <FormFailure failure={failure} />}
      {prefixes.isError && <Failed error={prefixes.error} onRetry={() => void prefixes.refetch()} isRetrying={prefixes.isFetching} />}
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField control={control} name="firstname" label={t`First name`} autoComplete="given-name" />
        <TextField control={control} name="lastname" label={t`Last name`} autoComplete="family-name" />
      </div>
      <TextField control={control} name="username" label={t`Email`} help={t`You sign in with it.`} type="email" autoComplete="username" />
      <CountryField control={control} name="country" label={t`Country`} options={options} />
      <div className="grid grid-cols-[7.5rem_1fr] gap-x-4">
        <PhonePrefixField control={control} name="phonePrefix" label={t`Prefix`} options={options} />
        <TextField control={control} name="phoneNumber" label={t`Phone number`} type="tel" autoComplete="tel-national" />
      </div>
      <TextField control={control} name="distributor" label={t`Distributor (optional)`} autoComplete="off" />
      <CheckboxField control={control} name="isNewsletter" label={<Trans>Send me news by mail</Trans>} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" isBusy={isBusy}>
          <Trans>Save</Trans>
        </Button>
        {isChanged && (
          <>
            <Button variant="ghost" onClick={() => reset()}>
              <Trans>Undo changes</Trans>
            </Button>
            <span className="text-sm text-muted-foreground">
              <Trans>Not saved yet</Trans>
            </span>
          </>
        )}
      </div>
    </form>
  )
}

function editable({ firstname, lastname, username, phonePrefix, phoneNumber, country, distributor, isNewsletter }: Profile) {
  return { firstname, lastname, username, phonePrefix, phoneNumber, country, distributor: distributor ?? '', isNewsletter }
}
