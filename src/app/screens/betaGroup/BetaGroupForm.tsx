import { useLingui } from '@lingui/react/macro'
import { Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { betaGroup, type ShownBetaGroup } from '../../../contract/betaGroup.ts'
import type { Choice } from '../../../contract/crud.ts'
import { api } from '../../api/api.ts'
import { betaFirmwareChoices, betaTesterChoices } from '../../api/choices.ts'
import { FormField } from '../../kit/fields/FormField.tsx'
import { RecordsField } from '../../kit/listed/RecordsField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { CreatePage } from '../../kit/pages/CreatePage.tsx'
import { EditPage } from '../../kit/pages/EditPage.tsx'
import { RecordForm } from '../../kit/pages/FormPage.tsx'
import { idsOf, memberChanges, without } from '../../kit/record/memberChanges.ts'
import { useRecordForm } from '../../kit/record/useRecordForm.tsx'
import { Button } from '../../ui/button.tsx'
import { useBetaGroupWords } from './betaGroupWords.ts'
import { GroupUsers } from './GroupUsers.tsx'
import { PasteTesters } from './PasteTesters.tsx'

type Values = {
  name: string
  selectedFirmwareIds: Choice[]
  addedUsers: Choice[]
  removedUsers: Choice[]
}

export function BetaGroupCreateScreen() {
  return (
    <CreatePage entity="betaGroup" words={useBetaGroupWords()}>
      <BetaGroupForm />
    </CreatePage>
  )
}

export function BetaGroupEditScreen() {
  const [additions, setAdditions] = useState(0)
  return (
    <EditPage entity="betaGroup" words={useBetaGroupWords()} get={api.betaGroup.get}>
      {/* Filled anew after testers were added, which makes the values it had outdated. */}
      {(shown) => <BetaGroupForm key={additions} shown={shown} onAdded={() => setAdditions((count) => count + 1)} />}
    </EditPage>
  )
}

/** `shown` is undefined for a new group. `onAdded`: testers were added by their addresses. */
function BetaGroupForm({ shown, onAdded }: { shown?: ShownBetaGroup; onAdded?: () => void }) {
  const { t } = useLingui()
  const form = useRecordForm({
    entity: 'betaGroup',
    words: useBetaGroupWords(),
    shown,
    schema: shown ? betaGroup.update.request : betaGroup.create.request,
    fill,
    get: api.betaGroup.get,
    send({ name, selectedFirmwareIds, addedUsers, removedUsers }, { params, edit: { version, changedFields }, stored, idempotencyKey }) {
      const body = { name, selectedFirmwareIds: idsOf(selectedFirmwareIds), selectedUserIds: idsOf(addedUsers) }
      if (!stored) return api.betaGroup.create({ body, idempotencyKey })
      const firmwareChanges = memberChanges(stored.firmwares, selectedFirmwareIds)
      const userChanges = memberChanges(removedUsers, addedUsers)
      const changed = changedFields?.map((field) => (field === 'addedUsers' || field === 'removedUsers' ? 'userChanges' : field))
      return api.betaGroup.update({ params, body: { ...body, firmwareChanges, userChanges, version, changedFields: changed } })
    },
  })
  const { field, failure } = form
  return (
    <div className="flex flex-col gap-5">
      {/* Not within the form, which the dialog would submit. */}
      {shown && (
        <div className="flex flex-wrap items-center justify-end gap-3">
          <PasteTesters
            group={shown}
            obstacle={form.isChanged ? t`Save your changes before you paste addresses.` : undefined}
            onAdded={onAdded}
          />
        </div>
      )}
      <RecordForm form={form} submitError={failure}>
        <TextField {...field('name')} />
        <RecordsField {...field('selectedFirmwareIds')} choices={betaFirmwareChoices} help={t`Only beta firmware can be chosen.`} />
        <RecordsField {...field('addedUsers')} choices={betaTesterChoices} help={t`Only beta testers can be chosen.`} />
        {shown && shown.nbUsers > 0 && (
          <FormField {...field('removedUsers')}>
            {(control, { value, onChange }) => {
              // The form's default values have a list of users under this name.
              const removed = value as Choice[]
              return (
                <GroupUsers groupId={shown.id} total={shown.nbUsers} control={control}>
                  {(user) => <RemovableUser user={user} removed={removed} onChange={onChange} />}
                </GroupUsers>
              )
            }}
          </FormField>
        )}
      </RecordForm>
    </div>
  )
}

type RemovableUserProps = { user: Choice; removed: Choice[]; onChange: (removed: Choice[]) => void }

function RemovableUser({ user, removed, onChange }: RemovableUserProps) {
  const { t } = useLingui()
  const isRemoved = removed.some(({ id }) => id === user.id)
  const next = isRemoved ? without(removed, [user]) : [...removed, user]
  const Icon = isRemoved ? Undo2 : X
  return (
    <>
      <span className={isRemoved ? 'text-muted-foreground line-through' : undefined}>{user.tostring}</span>
      <Button
        variant="ghost"
        size="icon-sm"
        className="ml-auto"
        aria-label={isRemoved ? t`Keep ${user.tostring}` : t`Remove ${user.tostring}`}
        onClick={() => onChange(next)}
      >
        <Icon aria-hidden />
      </Button>
    </>
  )
}

function fill(shown?: ShownBetaGroup): Values {
  return { name: shown?.name ?? '', selectedFirmwareIds: shown?.firmwares ?? [], addedUsers: [], removedUsers: [] }
}
