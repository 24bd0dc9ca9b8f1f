/** The menu of a record's rarer actions, in English. */
import { page } from 'vitest/browser'

const main = page.getByRole('main')

/** The button that opens it. */
export const recordMenu = (name = 'More actions') => main.getByRole('button', { name, exact: true })

/** Chooses an action from it. */
export async function chooseAction(action: string, menu?: string): Promise<void> {
  await recordMenu(menu).click()
  await main.getByRole('menuitem', { name: action, exact: true }).click()
}
