/**
 * How the updates of this computer ended, kept until the server has heard of it and what it answers is as new. Knows the journal; no detector
 * and no server.
 */
import { Store } from '@tanstack/store'
import type { FirmwareState } from '../../../../contract/rules.ts'
import type { UserProduct } from '../../../../contract/userProduct.ts'
import type { Rows, Stored } from '../../../browser/browserStore.ts'
import type { Outbox } from '../../../outbox/outbox.ts'
import { firmwareAfter, type JournalRow, type UpdatePlace, type UpdateTarget } from '../../../detector/updateJournal.ts'

export type LocalOutcome = {
  readonly row: Stored<JournalRow>
  readonly firmwareState: FirmwareState
  /** Where it stopped; null where it did not stop, or nobody knows where. */
  readonly place: UpdatePlace | null
}

type Found = { readonly owner: number | null; readonly list: readonly LocalOutcome[] }

export type LocalOutcomes = {
  /** Changes with `list`. */
  readonly store: Pick<Store<Found>, 'get' | 'subscribe'>
  /** Those of the signed-in person, the same array until it changes. */
  list(): readonly LocalOutcome[]
  /** Reads the journal again. */
  find(): Promise<void>
  /** Keeps how a reported update ended, in place of what was known of its detector. One that changed nothing leaves that as it is. */
  save(row: Stored<JournalRow>, end: LocalEnd): Promise<void>
  /** The journal's rows that the server has heard of by now. To be asked before its answer is. */
  delivered(): Promise<ReadonlySet<number>>
  /** Gives up what `heard` before these products were asked for: what they say is as new. A place is kept while they agree with it. */
  settle(products: readonly UserProduct[], delivered: ReadonlySet<number>): Promise<void>
}

type LocalEnd = {
  readonly firmwareState: FirmwareState | 'unchanged'
  readonly place: UpdatePlace | null
  /** The outbox entry of the report. */
  readonly report: number
}

export function createLocalOutcomes(
  journal: Rows<JournalRow>,
  outbox: Pick<Outbox, 'outcomeOf'>,
  owner: () => number | null,
  /** Other tabs should read the journal again. */
  onSaved: () => void,
): LocalOutcomes {
  const store = new Store<Found>({ owner: null, list: [] })
  const none: readonly LocalOutcome[] = []

  async function find(): Promise<void> {
    const rows = await journal.all()
    const person = owner()
    const list = rows.flatMap((row) => (row.owner === person ? (outcomeOf(row) ?? []) : []))
    store.setState(() => ({ owner: person, list }))
  }
  /** Forgets what was known of a detector before. */
  async function drop({ userProductId }: UpdateTarget, except: number): Promise<void> {
    for (const { row } of store.state.list) {
      if (row.target.userProductId === userProductId && row.sequence !== except) await journal.delete(row.sequence)
    }
  }

  return {
    store,
    list: () => (store.state.owner === owner() ? store.state.list : none),
    find,
    async save(row, { firmwareState, place, report }) {
      if (firmwareState === 'unchanged') {
        await journal.delete(row.sequence)
      } else {
        await journal.replace({ ...row, stage: { name: 'ended', firmwareState, place, report } })
        await drop(row.target, row.sequence)
      }
      await find()
      onSaved()
    },
    async delivered() {
      const sequences: number[] = []
      for (const { sequence, stage } of await journal.all()) {
        if (stage.name === 'stopped') sequences.push(sequence)
        if (stage.name === 'ended' && (await outbox.outcomeOf(stage.report)).status === 'sent') sequences.push(sequence)
      }
      return new Set(sequences)
    },
    async settle(products, delivered) {
      await find()
      for (const outcome of store.state.list) {
        const { sequence, target } = outcome.row
        const isSettled =
          delivered.has(sequence) &&
          !isSameStop(
            outcome,
            products.find(({ id }) => id === target.userProductId),
          )
        if (isSettled) await journal.delete(sequence)
      }
      await find()
    },
  }
}

/** What the server says is this very stop, of which it does not know the place. */
function isSameStop({ row, firmwareState, place }: LocalOutcome, product: UserProduct | undefined): boolean {
  if (place === null || product === undefined) return false
  return product.firmwareState === firmwareState && firmwareState === 'none' && product.lastUpdate?.firmware.id === row.target.firmwareId
}

function outcomeOf(row: Stored<JournalRow>): LocalOutcome | null {
  const { stage } = row
  switch (stage.name) {
    case 'opening':
    case 'running':
    case 'failed':
      return null
    case 'asking':
      return { row, firmwareState: 'unknown', place: null }
    case 'ended':
      return { row, firmwareState: stage.firmwareState, place: stage.place }
    case 'stopped': {
      const { place } = stage
      const after = firmwareAfter(place)
      return after === 'unchanged' ? null : { row, firmwareState: after, place }
    }
  }
}
