/** What a sign-out leaves on this computer for the next person: nothing. */
import { expect, it } from 'vitest'
import { clearUserData } from './clearUserData.ts'
import { addDraft, findDraft } from './formDrafts.ts'
import { articleStore } from './queryPersisterStore.ts'
import { droppedByUser, rememberDropped } from './prefetchFirmware.ts'

it('forgets which firmware the user had removed, even where nobody is signed in any more', async () => {
  for (const owner of [7, null]) {
    rememberDropped('0a1b', true)
    expect([...droppedByUser()]).toEqual(['0a1b'])
    await clearUserData(owner)
    expect([...droppedByUser()]).toEqual([])
  }
})

it('deletes the drafts of the user who signs out, and keeps other users’ drafts', async () => {
  const draft = { form: 'news new', values: { title: 'Autumn' }, before: { title: '' }, version: 0, changedAt: new Date().toISOString() }
  for (const owner of [7, 8]) await addDraft({ owner, ...draft })
  await clearUserData(7)
  expect(await findDraft(7, draft.form)).toBeUndefined()
  expect(await findDraft(8, draft.form)).toMatchObject(draft)
  await clearUserData(8)
})

it('deletes the articles that the user who signs out has read, and keeps those of others', async () => {
  for (const [index, owner] of [7, 8].entries())
    await articleStore.put({ owner, id: 3, article: { title: 'Autumn' }, updatedAt: 2 - index })
  expect(await articleStore.keys()).toEqual([8, 7].map((owner) => ({ owner, id: 3 })))
  await clearUserData(7)
  expect(await articleStore.keys()).toEqual([{ owner: 8, id: 3 }])
  await clearUserData(8)
  expect(await articleStore.get({ owner: 8, id: 3 })).toBeUndefined()
})
