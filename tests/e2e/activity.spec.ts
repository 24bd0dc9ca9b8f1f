import { locales } from '../../src/contract/rules.ts'
import { bearer } from './detector.ts'
import { expect, signIn, test } from './portal.ts'
import { listIsThere, rowsOf } from './staff.ts'
import { readIn } from './words.ts'

const texts = {
  en: {
    theirs: 'What they changed',
    lastDays: 'Last 7 days',
    undoIn: (name: string) => `Undo this change to ${name}`,
    undo: 'Undo this change',
    done: 'Change undone',
    refused: 'Not undone: this has been changed again since',
    changed: (name: string) => `Name: Comet ${name} → Halley ${name}`,
    since: /^Name: changed by .+, \d\d\/\d\d\/\d{4}/,
    close: 'Close',
  },
  fr: {
    theirs: 'Ses modifications',
    lastDays: '7 derniers jours',
    undoIn: (name: string) => `${name}\u00A0: revenir sur cette modification`,
    undo: 'Revenir sur cette modification',
    done: 'Anciennes valeurs rétablies',
    refused: 'Rien n’a été rétabli\u00A0: il y a eu d’autres modifications depuis',
    changed: (name: string) => `Nom\u00A0: Comet ${name} → Halley ${name}`,
    since: /^Nom\u00A0: modifié par .+, \d\d\/\d\d\/\d{4}/,
    close: 'Fermer',
  },
} as const

for (const locale of locales)
  test(`an administrator finds what a colleague changed last week, and undoes it unless it was changed again (${locale}) [T789]`, async ({
    page,
    request,
    expectComplaint,
  }) => {
    // What was changed again is refused.
    expectComplaint('409')
    const w = texts[locale]
    const headers = await bearer(request, 'backoffice')
    const product = (name: string) => ({ name: `${name} ${locale}`, typeName: 'WS6', typeId: locale === 'en' ? '901' : '902' })
    const save = async (path: string, form: Record<string, string>) => {
      const answer = await request.post(`/backend${path}`, { headers, form })
      expect(answer.status(), await answer.text()).toBe(200)
      // The contract's answer of every form.
      return (await answer.json()) as { id: number }
    }
    const { id } = await save('/product', product('Comet'))
    await save(`/product/${id}`, product('Halley'))
    const marc = { firstname: 'Marc', lastname: 'Delaunay', username: 'customer@example.com', country: 'FR', isBetaTester: 'false' }
    await save('/user/4', {
      ...marc,
      phonePrefix: '+33',
      phoneNumber: '639980004',
      distributor: `Dig ${locale}`,
      changedFields: 'distributor',
    })

    await readIn(page, locale)
    await signIn(page, 'admin')
    const { id: colleagueId } = (await (
      await request.post('/backend/api/login', { data: { username: 'backoffice@example.com', password: 'demo-Fieldport-2026' } })
    ).json()) as { id: number }
    await page.goto(`/user/show/${colleagueId}`)
    await page.getByRole('link', { name: w.theirs }).click()
    await page.getByRole('link', { name: w.lastDays }).click()
    await listIsThere(page)
    const change = rowsOf(page).filter({ hasText: w.changed(locale) })
    await expect(
      rowsOf(page)
        .filter({ hasText: `→ Dig ${locale}` })
        .first(),
    ).toBeVisible()
    await change.getByRole('button', { name: w.undoIn(`Halley ${locale}`) }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: w.undo }).click()
    await expect(page.getByText(w.done)).toBeVisible()
    await change.getByRole('link', { name: `Comet ${locale}` }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Comet ${locale}`)

    // The colleague gives it another name once its history is there, and before that is read again.
    const undo = page.getByRole('button', { name: w.undo }).first()
    await expect(undo).toBeVisible()
    await save(`/product/${id}`, product('Vega'))
    await undo.click()
    await dialog.getByRole('button', { name: w.undo }).click()
    await expect(dialog.getByRole('heading', { name: w.refused })).toBeVisible()
    await expect(dialog.getByText(w.since)).toBeVisible()
    await dialog.getByRole('button', { name: w.close }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Vega ${locale}`)
  })
