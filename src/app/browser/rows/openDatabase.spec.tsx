/** What the browser does to databases under an open page: it deletes them, closes them and refuses, at any moment and without a word. */
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import { openRows } from './browserStore.ts'

type Note = { readonly text: string }
const rows = openRows<Note>('updateJournal')

const spies: MockInstance[] = []
function mend(): void {
  for (const spy of spies.splice(0)) spy.mockRestore()
}

// Earlier suites have left rows.
beforeEach(async () => {
  for (const { sequence } of await rows.all()) await rows.delete(sequence)
})
afterEach(mend)

const refusal = (name: string) => () => {
  throw new DOMException('', name)
}

/** Each is met by the next call only. */
const faults: Readonly<Record<string, () => MockInstance[]>> = {
  'has closed the connection': () => {
    const { transaction } = IDBDatabase.prototype
    const closes = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(function (this: IDBDatabase, ...how) {
      this.close()
      return transaction.apply(this, how)
    })
    return [closes]
  },
  'aborts the transaction': () => {
    const { getAll } = IDBObjectStore.prototype
    const writes = vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementationOnce(function (this: IDBTransaction) {
      this.abort()
    })
    const reads = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementationOnce(function (this: IDBObjectStore) {
      const request = getAll.call(this)
      this.transaction.abort()
      return request
    })
    return [writes, reads]
  },
  'has closed the connection without a word': () => [
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(refusal('InvalidStateError')),
  ],
}
const meet = (fault: string) => {
  mend()
  spies.push(...(faults[fault]?.() ?? []))
}

const deleted = () =>
  new Promise((resolve) => {
    indexedDB.deleteDatabase('fieldport').addEventListener('success', resolve)
  })

it.each(Object.keys(faults).flatMap((fault) => [false, true].map((isDeleted) => ({ fault, isDeleted }))))(
  'a browser that $fault (deleted before: $isDeleted) loses nothing that an update has written',
  async ({ fault, isDeleted }) => {
    const row = await rows.add({ text: 'running' })
    const other = await rows.add({ text: 'earlier' })
    if (isDeleted) await deleted()
    meet(fault)
    await rows.replace({ ...row, text: 'asking' })
    meet(fault)
    await rows.delete(other.sequence)
    meet(fault)
    const added = await rows.add({ text: 'next' })
    meet(fault)
    expect(await rows.all()).toEqual([{ ...row, text: 'asking' }, added])
    // On the disk.
    expect(Math.min(row.sequence, added.sequence)).toBeGreaterThan(0)
    mend()
    expect(await rows.all()).toEqual([{ ...row, text: 'asking' }, added])
  },
)

it('a full disk leaves the newest state in this page, until it can be written', async () => {
  const row = await rows.add({ text: 'running' })
  const other = await rows.add({ text: 'earlier' })
  for (const write of ['put', 'delete'] as const)
    spies.push(vi.spyOn(IDBObjectStore.prototype, write).mockImplementation(refusal('QuotaExceededError')))
  await rows.replace({ ...row, text: 'asking' })
  await rows.delete(other.sequence)
  expect(await rows.all()).toEqual([{ ...row, text: 'asking' }])
  mend()
  await rows.replace({ ...row, text: 'ended' })
  await rows.delete(other.sequence)
  expect(await rows.all()).toEqual([{ ...row, text: 'ended' }])
})

it('a database that cannot be opened for a moment is opened by the next call', async () => {
  const row = await rows.add({ text: 'running' })
  spies.push(vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(refusal('InvalidStateError')))
  spies.push(vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(refusal('UnknownError')))
  await rows.replace({ ...row, text: 'asking' })
  expect(await rows.all()).toEqual([{ ...row, text: 'asking' }])
  mend()
  await rows.replace({ ...row, text: 'ended' })
  expect(await rows.all()).toEqual([{ ...row, text: 'ended' }])
})

it('what another tab has deleted stays deleted where the browser only refuses for a moment', async () => {
  const row = await rows.add({ text: 'running' })
  const opening = indexedDB.open('fieldport')
  await new Promise((done) => opening.addEventListener('success', done))
  const elsewhere = opening.result.transaction('updateJournal', 'readwrite')
  elsewhere.objectStore('updateJournal').delete(row.sequence)
  await new Promise((done) => elsewhere.addEventListener('complete', done))
  opening.result.close()
  meet('has closed the connection without a word')
  expect(await rows.all()).toEqual([])
})
