/**
 * The outcomes of this computer's updates, stored in the journal until the server has received them and returns newer data. Knows no detector
 * and no server.
 */
import { Store } from '@tanstack/store'
import type { FirmwareState } from '../../../contract/rules.ts'
import type { UserProduct } from '../../../contract/userProduct.ts'
import type { Rows, Stored } from '../../browser/rows/browserStore.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { JournalRow, UpdatePlace, UpdateTarget } from '../../detector/updateJournal.ts'

export type LocalOutcome = {
  readonly row: Stored<JournalRow>
  readonly firmwareState: FirmwareState
  /** Where it stopped; null when it did not stop, or the place is unknown. */
  readonly place: UpdatePlace | null
}

type Found = {
  readonly owner: number | null
  readonly list: readonly LocalOutcome[]
  /** The products whose update was cut here and is still to be reported: nobody else is updating them. */
  readonly cutHere: readonly number[]
}

export type LocalOutcomes = ReturnType<typeof createLocalOutcomes>

type LocalEnd = {
  readonly firmwareState: FirmwareState | 'unchanged'
  readonly place: UpdatePlace | null
  /** The report's outbox entry. */
  readonly report: number
}

export function createLocalOutcomes(
  journal: Rows<JournalRow>,
  outbox: Pick<Outbox, 'outcomeOf'>,
  owner: () => number | null,
  /** Whether any tab is updating a detector now. */
  isUpdateRunning: () => Promise<boolean>,
  /** Called after the journal has changed, so that other tabs read it again. */
  onSaved: () => void,
) {
  const store = new Store<Found>({ owner: null, list: [], cutHere: [] })
  const readOnlyStore: Pick<Store<Found>, 'get' | 'subscribe'> = store
  const none: readonly never[] = []

  /** Reads the journal again. */
  async function find(): Promise<void> {
    const rows = await journal.all()
    const cut = await cutRows(rows, isUpdateRunning)
    const person = owner()
    const list = rows.flatMap((row) => (row.owner === person ? (outcomeOf(row) ?? []) : []))
    const cutHere = cut.flatMap((row) => (row.owner === person ? row.target.userProductId : []))
    store.setState(() => ({ owner: person, list, cutHere }))
  }
  /** Whether an earlier update to the same firmware has left the detector without one, at a place that is known. */
  function hasStop({ target, sequence }: Stored<JournalRow>): boolean {
    return store.state.list.some(({ row, firmwareState, place }) => {
      const isSame = row.target.userProductId === target.userProductId && row.target.firmwareId === target.firmwareId
      return isSame && row.sequence !== sequence && firmwareState === 'none' && place !== null
    })
  }
  /** Deletes earlier outcomes for a detector. */
  async function drop({ userProductId }: UpdateTarget, except: number): Promise<void> {
    for (const { row } of store.state.list) {
      if (row.target.userProductId === userProductId && row.sequence !== except) await journal.delete(row.sequence)
    }
  }

  return {
    /** Changes with `list`. */
    store: readOnlyStore,
    /** The signed-in user's outcomes. Returns the same array until it changes. */
    list: (): readonly LocalOutcome[] => (store.state.owner === owner() ? store.state.list : none),
    /** Of the signed-in user. Likewise. */
    cutHere: (): readonly number[] => (store.state.owner === owner() ? store.state.cutHere : none),
    find,

    /**
     * Stores the outcome of a reported update in place of earlier outcomes for its detector. An update that changed nothing, or was to go on with
     * one that had stopped and did not get as far as the erase, leaves those as they are.
     */
    async save(row: Stored<JournalRow>, { firmwareState, place, report }: LocalEnd): Promise<void> {
      const isAsBefore = firmwareState === 'none' && (place === null || place.during === 'loading') && hasStop(row)
      if (firmwareState === 'unchanged' || isAsBefore) {
        await journal.delete(row.sequence)
      } else {
        await journal.replace({ ...row, stage: { name: 'ended', firmwareState, place, report } })
        await drop(row.target, row.sequence)
      }
      await find()
      onSaved()
    },

    /** The journal rows that the server has received. Call it before fetching the products, and pass the result to `settle`. */
    async delivered(): Promise<ReadonlySet<number>> {
      const sequences: number[] = []
      for (const { sequence, stage } of await journal.all()) {
        if (stage.name === 'ended' && (await outbox.outcomeOf(stage.report)).status === 'sent') sequences.push(sequence)
      }
      return new Set(sequences)
    },

    /**
     * Drops the outcomes in `delivered` when `products`, fetched afterwards, replace them. An outcome with a place stays while the products agree
     * with it, because the server does not know the place.
     */
    async settle(products: readonly UserProduct[], delivered: ReadonlySet<number>): Promise<void> {
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

/** Whether the server reports the same interruption, for which it does not know the place. */
function isSameStop({ row, firmwareState, place }: LocalOutcome, product: UserProduct | undefined): boolean {
  if (place === null || product === undefined) return false
  return product.firmwareState === firmwareState && firmwareState === 'none' && product.lastUpdate?.firmware.id === row.target.firmwareId
}

/** Those whose update no tab makes any more, and whose end no tab has written. */
export async function cutRows(
  rows: readonly Stored<JournalRow>[],
  isUpdateRunning: () => Promise<boolean>,
): Promise<readonly Stored<JournalRow>[]> {
  const open = rows.filter(({ stage: { name } }) => name === 'opening' || name === 'running')
  return open.length > 0 && (await isUpdateRunning()) ? [] : open
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
  }
}
