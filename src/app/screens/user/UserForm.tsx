import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import { passwordMinLength } from '../../../contract/rules.ts'
import { user } from '../../../contract/user.ts'
import type { ShownUser } from '../../../contract/userStaff.ts'
import { api } from '../../api/api.ts'
import { betaGroupChoices } from '../../api/choices.ts'
import { CheckboxField } from '../../kit/fields/CheckboxField.tsx'
import { CreatePage } from '../../kit/pages/CreatePage.tsx'
import { EditPage } from '../../kit/pages/EditPage.tsx'
import { checkPhone } from '../../kit/phones/checkPhone.ts'
import { RecordForm } from '../../kit/pages/FormPage.tsx'
import { GeneratedPasswordField } from '../../kit/passwords/GeneratedPasswordField.tsx'
import { CountryAndPhoneFields } from '../../kit/phones/CountryAndPhoneFields.tsx'
import { NameFields } from '../../kit/fields/NameFields.tsx'
import { idsOf, memberChanges } from '../../kit/record/memberChanges.ts'
import { useRecordForm } from '../../kit/record/useRecordForm.tsx'
import { RecordsField } from '../../kit/listed/RecordsField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { useConfirm } from '../../kit/dialogs/useConfirm.tsx'
import { roleOf, useSession } from '../../session/session.ts'
import { queryOf } from '../../api/queryOf.ts'
import { FormField, type FormFieldProps } from '../../kit/fields/FormField.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { useUserWords } from './userWords.ts'

export function UserCreateScreen() {
  return (
    <CreatePage entity="user" words={useUserWords()}>
      <UserForm />
    </CreatePage>
  )
}

export function UserEditScreen() {
  const { t } = useLingui()
  return (
    <EditPage entity="user" words={useUserWords()} get={api.user.get}>
      {(shown) => (shown.mayEdit ? <UserForm shown={shown} /> : <p>{t`Only administrators can edit this account.`}</p>)}
    </EditPage>
  )
}

/** `shown` is undefined for a new user. */
function UserForm({ shown }: { shown?: ShownUser }) {
  const { t } = useLingui()
  const isAdmin = roleOf(useSession()) === 'ROLE_ADMIN'
  const { ask, question } = useConfirm()
  const leavingWords = {
    title: <Trans>Remove from beta testing?</Trans>,
    description: t`The user leaves all beta groups and is no longer offered beta firmware.`,
    action: <Trans>Remove from all groups</Trans>,
  }
  const form = useRecordForm({
    entity: 'user',
    words: useUserWords(),
    shown,
    schema: shown ? user.update.request : user.create.request,
    fill,
    get: api.user.get,
    check: checkPhone,
    async send({ role, selectedBetaGroupIds, ...values }, { params, edit, stored: known, idempotencyKey }) {
      // The specification, section 4: a user who stops being a beta tester leaves all groups, after confirmation.
      const isLeaving = known?.isBetaTester === true && !values.isBetaTester
      if (isLeaving && !(await ask(leavingWords))) return null
      const body = { ...values, selectedBetaGroupIds: idsOf(selectedBetaGroupIds) }
      const betaGroupChanges = memberChanges(known?.betaGroups ?? [], selectedBetaGroupIds)
      const stored = known && { role: known.role, phonePrefix: known.phonePrefix, phoneNumber: known.phoneNumber }
      if (shown) return api.user.update({ params, body: { ...body, betaGroupChanges, ...(isAdmin && { role }), ...edit }, stored })
      return api.user.create({ body: { ...body, role }, idempotencyKey })
    },
  })
  const { control, field, failure, watch, setValue } = form
  const sendsPasswordLink = watch('sendsPasswordLink')
  // A password that is not seen must not fail either.
  useEffect(() => {
    if (sendsPasswordLink) setValue('password', '')
  }, [sendsPasswordLink, setValue])
  return (
    <RecordForm form={form} submitError={failure}>
      <NameFields control={control} firstName="firstname" lastName="lastname" />
      <TextField
        {...field('username')}
        type="email"
        {...(shown?.accountValidated && { help: t`A new email address takes effect once its owner has opened the link sent to it.` })}
      />
      <CountryAndPhoneFields
        control={control}
        countryName="country"
        prefixName="phonePrefix"
        numberName="phoneNumber"
        getPhonePrefixes={api.user.getPhonePrefixes}
      />
      <TextField {...field('distributor')} label={t`Distributor (optional)`} />
      {isAdmin && <RoleField {...field('role')} />}
      <CheckboxField {...field('isBetaTester')} />
      {watch('isBetaTester') && <RecordsField {...field('selectedBetaGroupIds')} choices={betaGroupChoices} />}
      <CheckboxField
        {...field('sendsPasswordLink')}
        help={t`The user gets an email, and nobody else knows the password. A password that you set has to be replaced at the first sign-in.`}
      />
      {!sendsPasswordLink && (
        <GeneratedPasswordField
          {...field('password')}
          {...(shown && { label: t`New password (leave empty to keep the current one)` })}
          minLength={passwordMinLength}
        />
      )}
      {question}
    </RecordForm>
  )
}

function fill(shown?: ShownUser) {
  return {
    firstname: shown?.firstname ?? '',
    lastname: shown?.lastname ?? '',
    username: shown?.username ?? '',
    country: shown?.country ?? '',
    phonePrefix: shown?.phonePrefix ?? '',
    phoneNumber: shown?.phoneNumber ?? '',
    distributor: shown?.distributor ?? '',
    isBetaTester: shown?.isBetaTester ?? false,
    selectedBetaGroupIds: shown?.betaGroups ?? [],
    role: shown?.role ?? 'ROLE_CUSTOMER',
    password: '',
    // A new user needs one of the two; the link is the better one.
    sendsPasswordLink: shown === undefined,
  }
}

/** One of the server's roles (the specification, section 6). */
function RoleField<T extends FieldValues>({ control, name, label }: FormFieldProps<T>) {
  const { roles } = useUserWords()
  const known = useQuery(queryOf(api.role.getAll))
  return (
    <FormField control={control} name={name} label={label}>
      {(controlProps, field) => (
        <NativeSelect {...controlProps} {...field} disabled={known.data === undefined}>
          {known.data?.map(({ id }) => (
            <option key={id} value={id}>
              {roles[id]}
            </option>
          ))}
        </NativeSelect>
      )}
    </FormField>
  )
}
