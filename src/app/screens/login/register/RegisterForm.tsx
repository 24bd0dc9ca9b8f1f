import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { register } from '../../../../contract/register.ts'
import type { ErrorCode } from '../../../../errors.ts'
import { api } from '../../../api/api.ts'
import { shownLocale } from '../../../i18n/i18n.ts'
import { CheckboxField } from '../../../kit/fields/CheckboxField.tsx'
import { checkPhone } from '../../../kit/phones/checkPhone.ts'
import { CountryAndPhoneFields } from '../../../kit/phones/CountryAndPhoneFields.tsx'
import { FormFailure } from '../../../kit/failures/FormFailure.tsx'
import { NewPasswordFields } from '../../../kit/passwords/NewPasswordFields.tsx'
import { NameFields } from '../../../kit/fields/NameFields.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { useContractForm } from '../../../kit/form/useContractForm.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfiguration } from '../../../api/useConfiguration.ts'

const empty = {
  firstname: '',
  lastname: '',
  username: '',
  phonePrefix: '',
  phoneNumber: '',
  password: '',
  passwordRepeat: '',
  country: '',
  distributor: '',
  isNewsletter: false,
}

/** What was typed. Kept in memory only, for the person who has to correct it. */
export type Registration = Readonly<typeof empty>

type RegisterFormProps = {
  start: Registration | undefined
  onChanged: (isChanged: boolean) => void
  onRegistered: (registration: Registration) => void
}

export function RegisterForm({ start, onChanged, onRegistered }: RegisterFormProps) {
  const { t } = useLingui()
  const id = useId()
  // The same for every attempt of this form, so that a lost response does not register twice.
  const [idempotencyKey] = useState(() => crypto.randomUUID())

  const form = useContractForm({
    schema: register.register.request,
    defaultValues: start ?? empty,
    check: (values) => ({ ...checkPhone(values), ...checkRepeat(values) }),
    onChanged,
    async send(values) {
      const { passwordRepeat: _repeat, ...body } = values
      await api.register.register({ body: { ...body, locale: shownLocale() }, idempotencyKey })
      onRegistered(values)
    },
  })
  const { control, formProps, failure, isBusy } = form
  const [firstname, lastname, username] = form.watch(['firstname', 'lastname', 'username'])

  return (
    <form {...formProps} aria-describedby={`${id}-rule`} className="flex flex-col gap-5">
      {failure !== null && <FormFailure failure={failure} />}
      <NameFields control={control} firstName="firstname" lastName="lastname" isOwn />
      <TextField
        control={control}
        name="username"
        label={t`Email`}
        help={t`You will sign in with this address. We will send you a link to confirm it.`}
        // What is to be corrected.
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
        autoFocus={start !== undefined}
        type="email"
        autoComplete="username"
      />
      <CountryAndPhoneFields
        control={control}
        countryName="country"
        prefixName="phonePrefix"
        numberName="phoneNumber"
        getPhonePrefixes={api.register.getPhonePrefixes}
        isOwn
      />
      <NewPasswordFields
        control={control}
        name="password"
        repeatName="passwordRepeat"
        label={t`Password`}
        about={[firstname, lastname, username]}
      />
      <TextField
        control={control}
        name="distributor"
        label={t`Distributor (optional)`}
        help={t`The shop where you bought your detector.`}
        autoComplete="off"
      />
      <CheckboxField control={control} name="isNewsletter" label={<Trans>Send me news by email</Trans>} help={<NewsletterHelp />} />
      <Button type="submit" isBusy={isBusy} className="w-full">
        <Trans>Create my account</Trans>
      </Button>
      <p id={`${id}-rule`} className="text-sm text-muted-foreground">
        <Trans>All fields are required unless marked as optional.</Trans>
      </p>
    </form>
  )
}

/** The contract's call takes the password once; only this page compares the repetition. */
function checkRepeat({ password, passwordRepeat }: typeof empty): Readonly<Partial<Record<'passwordRepeat', ErrorCode>>> {
  if (passwordRepeat === '') return { passwordRepeat: 'MandatoryField' }
  return password.trim() === passwordRepeat.trim() ? {} : { passwordRepeat: 'NewPassword.not.corresponding' }
}

/** How the address is used, with a link if the maker has one. */
function NewsletterHelp() {
  const dataPolicyUrl = useConfiguration()?.brand.dataPolicyUrl
  return (
    <>
      <Trans>Now and then. You can unsubscribe in your profile at any time.</Trans>
      {dataPolicyUrl && (
        <>
          {' '}
          <a href={dataPolicyUrl} target="_blank" rel="noreferrer" className="text-primary underline underline-offset-2">
            <Trans>How we use your data</Trans>
          </a>
        </>
      )}
    </>
  )
}
