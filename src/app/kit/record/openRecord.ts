/** The record whose page is open, for what offers its actions from elsewhere. Knows no entity. */
import { type RefObject, useEffect } from 'react'
import type { RecordEntity } from '../../../contract/recordFields.ts'
import { forgetOpened, noteOpened, type RecentRecord } from './recentRecords.ts'

type Opened = { readonly id: number; readonly tostring: string; readonly isDeleted: boolean }
export type RecordAction = { readonly label: string; readonly run: () => void }
type OpenRecord = Pick<RecentRecord, 'entity' | 'id' | 'name'> & { readonly page: RefObject<HTMLElement | null> }

let open: OpenRecord | null = null

/** Registers the record that a page shows; `page` has its actions as buttons and links within `data-slot=record-actions`. */
export function useOpenRecord(entity: RecordEntity, record: Opened | undefined, page: RefObject<HTMLElement | null>): void {
  const { id, tostring: name, isDeleted } = record ?? {}
  useEffect(() => {
    if (id === undefined || name === undefined) return undefined
    if (isDeleted === true) return forgetOpened({ entity, id })
    noteOpened({ entity, id, name })
    open = { entity, id, name, page }
    return () => {
      open = null
    }
  }, [entity, id, name, isDeleted, page])
}

let menuActions: readonly RecordAction[] = []

/** Offers what a menu of the page has, because its items are on the page only while it is open. */
export function useMenuActions(actions: readonly RecordAction[]): void {
  useEffect(() => {
    menuActions = actions
    return () => {
      menuActions = []
    }
  }, [actions])
}

/**
 * The name of the open record and what can be done with it now: every button of its page, then what its menu has; null without a record. A
 * click opens no menu, so the menu's own button is left out.
 */
export function readOpenRecord(): (RecentRecord & { readonly actions: readonly RecordAction[] }) | null {
  if (open === null) return null
  const { page, ...record } = open
  const controls = page.current?.querySelectorAll<HTMLElement>(
    '[data-slot=record-actions] :is(a[href], button:not(:disabled, [aria-haspopup]))',
  )
  const buttons = [...(controls ?? [])].map((control) => ({
    label: control.getAttribute('aria-label') ?? control.textContent.trim(),
    run: () => control.click(),
  }))
  const actions = [...buttons, ...menuActions]
  const history = page.current?.querySelector<HTMLElement>('[data-slot=record-history]')
  const title = history?.querySelector('h2')?.textContent ?? ''
  const showHistory = { label: title, run: () => (history?.scrollIntoView(), history?.focus()) }
  return { ...record, actions: history ? [...actions, showHistory] : actions }
}
