/** The menu of a record's rarer actions, in English. */
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { textsOf } from './textsOf.ts'

const main = page.getByRole('main')

/** The button that opens it. */
export const recordMenu = (name = 'More actions') => main.getByRole('button', { name, exact: true })

/** Chooses an action from it. */
export async function chooseAction(action: string, menu?: string): Promise<void> {
  await recordMenu(menu).click()
  await main.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Opens it and reads what it offers; nothing where there is no menu. */
export async function readMenu(): Promise<string[]> {
  if (recordMenu().query() === null) return []
  await recordMenu().click()
  await expect.element(main.getByRole('menuitem').first()).toBeVisible()
  return textsOf(main.getByRole('menuitem'))
}
