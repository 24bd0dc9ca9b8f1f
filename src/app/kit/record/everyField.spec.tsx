/** Each field of a record has its control in the form and its value on the page: the compiler asks for its label, and not for these. */
import { expect, it } from 'vitest'
import { callsOfAllScreens } from '../../../../tests/component/everyScreen.ts'
import { shownFirmware, shownNews, shownUser } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { fieldChanges } from '../../../../tests/support/fieldChanges.ts'
import type { RecordEntity, RecordField } from '../../../contract/recordFields.ts'

/** What steps, actions and the record's owner change, not the form. */
const notInForm: { readonly [E in RecordEntity]?: readonly RecordField<E>[] } = {
  firmware: ['state', 'share', 'plan', 'isUnconfirmed', 'requirements', 'holds', 'proofException'],
  user: ['isNewsletter', 'pendingUsername', 'pendingPhone', 'accountValidated', 'accountLocked', 'subscriptionName', 'subscriptionEnd'],
  betaGroup: ['nbUsers'],
  news: ['published'],
}

/** What the page says without the field's label: a text of it, or an element; null for what it leaves to another page. */
const unlabelled: { readonly [E in RecordEntity]?: { readonly [F in RecordField<E>]?: string | { readonly element: string } | null } } = {
  user: {
    username: 'customer@example.com',
    phonePrefix: '+33 6 39 98 00 04',
    phoneNumber: '+33 6 39 98 00 04',
    country: 'France',
    role: 'Customer since',
    isBetaTester: 'Beta tester',
    // The pages of the groups have their members.
    selectedBetaGroupIds: null,
  },
  news: { title: 'Rally in May', content: 'On two days.', publishAt: 'Scheduled for', thumbnail: { element: 'article img' } },
  rallyZone: { enabled: 'Enabled', zoneFile: 'three-valleys.kml' },
}

const groups = [{ id: 3, tostring: 'Divers' }]
const calls = callsOfAllScreens()
/** Records of which every field is shown. */
const answers = {
  ...calls,
  firmware: { ...calls.firmware, get: () => shownFirmware({ state: 'beta', isBetaTest: true, betaGroups: groups }) },
  user: { ...calls.user, get: () => shownUser({ isBetaTester: true, betaGroups: groups }) },
  news: { ...calls.news, get: () => shownNews({ publishAt: '2099-01-15T08:00:00.000Z' }) },
}

// The table has each entity once.
const entities = Object.keys(fieldChanges) as RecordEntity[]

/** With their labels, of which the history's sentences begin with one. */
function fieldsOf(entity: RecordEntity): { field: string; label: string }[] {
  const left: readonly string[] = notInForm[entity] ?? []
  const rows = Object.entries<{ en: string }>(fieldChanges[entity]).filter(([field]) => !left.includes(field))
  return rows.map(([field, { en }]) => ({ field, label: en.slice(0, en.indexOf(': ')) }))
}

const textsOf = (selector: string) => Array.from(document.querySelectorAll(`main ${selector}`), ({ textContent }) => textContent)

it.each(entities)('the form of a %s has each of its fields', async (entity) => {
  await openApp(`/${entity}/edit/3`, { as: 'admin', calls: answers })
  const missing = () => {
    const labels = textsOf('form :is(label, legend)')
    return fieldsOf(entity).filter(({ label }) => !labels.some((text) => text.startsWith(label)))
  }
  await expect.poll(missing).toEqual([])
})

it.each(entities)('the page of a %s has each of its fields', async (entity) => {
  await openApp(`/${entity}/show/3`, { as: 'admin', calls: answers })
  const otherwise: Readonly<Record<string, string | { readonly element: string } | null>> = unlabelled[entity] ?? {}
  const missing = () => {
    const [labels, main = ''] = [textsOf('dt'), document.querySelector('main')?.textContent]
    return fieldsOf(entity).filter(({ field, label }) => {
      const said = otherwise[field]
      if (said === undefined) return !labels.includes(label)
      if (said === null) return false
      return typeof said === 'string' ? !main.includes(said) : textsOf(said.element).length === 0
    })
  }
  await expect.poll(missing).toEqual([])
})
