import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { Choice } from '../../../contract/crud.ts'
import type { Role } from '../../../contract/rules.ts'
import { passwordMinLength } from '../../../contract/rules.ts'
import { user } from '../../../contract/user.ts'
import type { ShownUser } from '../../../contract/userStaff.ts'
import { api } from '../../api.ts'
import { CheckboxField } from '../../kit/CheckboxField.tsx'
import { checkPhone } from '../../kit/checkPhone.ts'
import { Confirm } from '../../kit/Confirm.tsx'
import { countryOptions } from '../../kit/countryOptions.ts'
import { CountryField } from '../../kit/CountryField.tsx'
import { RecordForm } from '../../kit/FormPage.tsx'
import { GeneratedPasswordField } from '../../kit/GeneratedPasswordField.tsx'
import { PhonePrefixField } from '../../kit/PhonePrefixField.tsx'
import { idsOf } from '../../kit/record/idsOf.ts'
import { type Filled, useRecordForm } from '../../kit/record/useRecordForm.tsx'
import { RecordsField } from '../../kit/RecordsField.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { roleOf, useSession } from '../../session.ts'
import { RoleField } from './RoleField.tsx'
import { useUserWords } from './userWords.ts'

type Values = {
  firstname: string
  lastname: string
  username: string
  country: string
  phonePrefix: string
  phoneNumber: string
  distributor: string
  isBetaTester: boolean
  selectedBetaGroupIds: Choice[]
  role: Role
  password: string
}

const empty: Values = {
  firstname: '', lastname: '', username: '', country: '', phonePrefix: '', phoneNumber: '', distributor: '',
  isBetaTester: false, selectedBetaGroupIds: [], role: 'ROLE_CUSTOMER', password: '',
} // prettier-ignore

/** `shown` is undefined where a user is created. */
export function UserForm({ shown }: { shown?: ShownUser }) {
  const { t, i18n } = useLingui()
  const { labels } = useUserWords()
  const session = useSession()
  const isAdmin = session !== null && roleOf(session) === 'ROLE_ADMIN'
  const leaving = useLeavingQuestion()
  const prefixes = useQuery({
    queryKey: ['user', 'phonePrefixes'],
    queryFn: ({ signal }) => api.user.getPhonePrefixes({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const options = useMemo(
    () => prefixes.data && countryOptions(prefixes.data, i18n.locale === 'fr' ? 'fr' : 'en'),
    [prefixes.data, i18n.locale],
  )
  const params = { id: shown?.id ?? 0 }
  const form = useRecordForm<Values>({
    word: 'user',
    id: shown?.id,
    schema: shown ? user.update.request : user.create.request,
    filled: shown ? filledFrom(shown) : { values: empty },
    labels,
    check: checkPhone,
    savedText: shown ? t`User modified` : t`User added`,
    async send({ role, selectedBetaGroupIds, ...values }, { version, idempotencyKey }) {
      if (shown?.isBetaTester === true && !values.isBetaTester && !(await leaving.ask())) return null
      const body = { ...values, selectedBetaGroupIds: idsOf(selectedBetaGroupIds) }
      if (shown) return api.user.update({ params, body: { ...body, ...(isAdmin && { role }), version } })
      return api.user.create({ body: { ...body, role }, idempotencyKey })
    },
    reload: async () => filledFrom(await api.user.get({ params })),
  })
  const { control, watch } = form
  return (
    <RecordForm form={form} submitError={form.failure}>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField control={control} name="firstname" label={labels.firstname} autoComplete="off" />
        <TextField control={control} name="lastname" label={labels.lastname} autoComplete="off" />
      </div>
      <TextField control={control} name="username" label={labels.username} type="email" autoComplete="off" />
      <CountryField control={control} name="country" label={labels.country} options={options} />
      <div className="grid grid-cols-[7.5rem_1fr] gap-x-4">
        <PhonePrefixField control={control} name="phonePrefix" label={labels.phonePrefix} options={options} />
        <TextField control={control} name="phoneNumber" label={labels.phoneNumber} type="tel" autoComplete="off" />
      </div>
      <TextField control={control} name="distributor" label={t`Distributor (optional)`} autoComplete="off" />
      {isAdmin && <RoleField control={control} name="role" label={labels.role} />}
      <CheckboxField control={control} name="isBetaTester" label={<Trans>Beta tester</Trans>} />
      {watch('isBetaTester') && (
        <RecordsField
          control={control}
          name="selectedBetaGroupIds"
          label={labels.selectedBetaGroupIds}
          word="betaGroup"
          isSearchedOnServer
          find={(search, signal) => api.betaGroup.getAll({ query: { search }, signal })}
        />
      )}
      <GeneratedPasswordField
        control={control}
        name="password"
        label={shown ? t`New password (empty: it stays as it is)` : t`Password`}
        minLength={passwordMinLength}
      />
      {leaving.question}
    </RecordForm>
  )
}

function filledFrom(shown: ShownUser): Filled<Values> {
  const { firstname, lastname, username, country, phonePrefix, phoneNumber, distributor, isBetaTester, betaGroups, role, version } = shown
  const about = { firstname, lastname, username, country, phonePrefix, phoneNumber, distributor: distributor ?? '' }
  return { values: { ...about, isBetaTester, selectedBetaGroupIds: betaGroups, role, password: '' }, version }
}

/** Section 4: who stops being a beta tester leaves all groups, and that is asked. `ask` gives the answer. */
function useLeavingQuestion() {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const answer = useRef<(isYes: boolean) => void>(undefined)
  function ask(): Promise<boolean> {
    setIsOpen(true)
    return new Promise((resolve) => {
      answer.current = resolve
    })
  }
  function close() {
    setIsOpen(false)
    // After a yes this changes nothing: a promise is kept once.
    answer.current?.(false)
  }
  const question = (
    <Confirm
      isOpen={isOpen}
      onClose={close}
      onConfirm={() => answer.current?.(true)}
      title={<Trans>No beta tester any more?</Trans>}
      description={t`The user leaves all beta groups, and is no longer offered beta firmwares.`}
      action={<Trans>Leave all groups</Trans>}
    />
  )
  return { ask, question }
}
