// @module-tag rest
/** Where somebody is signed in, on their profile: by browser, and signing out of one, of all others and of all. */
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoOverflow } from '../../../../../tests/component/accountForms.ts'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { callsOfAllScreens } from '../../../../../tests/component/everyScreen.ts'
import { beginView, viewedCustomerForEach } from '../../../../../tests/component/impersonation.ts'
import type { FakeCalls } from '../../../../../tests/component/fakeApi.ts'
import { openApp, sessionOf } from '../../../../../tests/component/render.tsx'
import { sessionAt } from '../../../../../tests/component/sessions.ts'
import { words } from '../../../../../tests/e2e/words.ts'
import { type SignInMethod, signInMethods } from '../../../../contract/rules.ts'
import type { Session } from '../../../../contract/session.ts'
import { AppError } from '../../../../errors.ts'
import { addDraft, hasDrafts } from '../../../offline/formDrafts.ts'

const t = {
  chrome: 'Chrome on Windows',
  unknown: 'Unknown browser',
  current: 'Current session',
  since: /Since 20\/11\/2026 /,
  elsewhere: 'Sign out everywhere else',
} as const

const methods: Readonly<Record<SignInMethod, string>> = {
  password: 'Password',
  sms: 'Password and SMS code',
  totp: 'Password and authenticator app',
  recoveryCode: 'Password and recovery code',
  secondPasskey: 'Password and passkey',
  passkey: 'Passkey',
}

const card = page.getByRole('region', { name: /^(?:Where you are signed in|Vos sessions ouvertes)$/ })
const rows = (name: string) => card.getByRole('listitem').filter({ hasText: name })

const textOf = (row: ReturnType<typeof rows>) => row.element().textContent
/** What was sent of ends and proofs. */
const sent = (seen: readonly { name: string }[]) => seen.map(({ name }) => name).filter((name) => /^session\.(?:end|prove)/.test(name))
function refuse(): never {
  throw new AppError('too.many.requests.error')
}

type Opened = { readonly own?: FakeCalls['session']; readonly isProofOld?: boolean }

const here = sessionAt(1, { isCurrent: true, lastUsedAt: '2026-11-21T10:00:00.000Z', method: 'secondPasskey' })
const before = sessionAt(2, { startedAt: '2026-11-02T09:00:00.000Z', method: 'password' })
const phone = sessionAt(3, { browser: 'Safari', system: 'iOS', deviceId: 2, method: 'passkey' })
const unknown = sessionAt(4, { browser: null, system: null, deviceId: null, method: null })

describe('where one is signed in', () => {
  const w = words.en
  const elsewhere = card.getByRole('button', { name: t.elsewhere, exact: true })
  const everywhere = card.getByRole('button', { name: w.signOutEverywhere, exact: true })
  const ends = card.getByRole('button', { name: /^Sign out .*, signed in since/ })
  let left: readonly Session[] = []

  async function open(sessions: readonly Session[], { own = {}, isProofOld = false }: Opened = {}) {
    left = sessions
    const session: FakeCalls['session'] = {
      getOwn: () => [...left],
      end({ params: { id } }) {
        if (!left.some((one) => one.id === id)) throw new AppError('resource.not.found')
        left = left.filter((one) => one.id !== id)
        return {}
      },
      endOthers() {
        left = left.filter(({ isCurrent }) => isCurrent)
        return {}
      },
      beginProof: () => ({ kinds: ['password'], passkey: null }),
      prove: () => ({}),
      ...own,
    }
    const app = await openApp('/profile', { as: 'customer', isProofOld, calls: [callsOfAllScreens(), { session }] })
    await expect.element(everywhere).toBeVisible()
    await expect.element(card.getByRole('listitem').first()).toBeVisible()
    return app
  }
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  async function confirmElsewhere() {
    await elsewhere.click()
    await page.getByRole('alertdialog').getByRole('button', { name: t.elsewhere, exact: true }).click()
  }

  it('is one row for one sign-in, with its method, start and last use', async () => {
    await open([here])
    await expect.element(card.getByRole('listitem')).toMatchTextContent(t.chrome)
    for (const text of [w.thisBrowser, methods.secondPasskey, t.since, /Last used 21\/11\/2026 /])
      await expect.element(card.getByText(text)).toBeVisible()
    expect(card.getByRole('listitem').all()).toHaveLength(1)
    await expect.element(card.getByText(t.current)).not.toBeInTheDocument()
    await expect.element(ends).not.toBeInTheDocument()
    await expect.element(elsewhere).not.toBeInTheDocument()
    await expectNoAxeFindings('one sign-in')
  })

  it('is listed by browser, this one first, on a phone too', async () => {
    await open([phone, here, unknown, before])
    const groups = card.getByRole('list').first().element().children
    expect([...groups].map((group) => group.querySelectorAll('li').length)).toEqual([2, 0, 0])
    const inside = card.getByRole('list', { name: t.chrome }).getByRole('listitem')
    await expect.element(inside.first()).toMatchTextContent(t.current)
    await expect.element(inside.first()).toMatchTextContent(methods.secondPasskey)
    await expect.element(inside.last()).toMatchTextContent(methods.password)
    await expect.element(rows('Safari').getByText(w.thisBrowser)).not.toBeInTheDocument()
    await expect.element(card.getByText(w.thisBrowser)).toBeVisible()
    await expect.element(ends.nth(2)).toBeVisible()
    expect(ends.all()).toHaveLength(3)
    await expectNoAxeFindings('sign-ins of several browsers')
    await page.viewport(390, 844)
    expectNoOverflow()
  })

  it('says how each was signed in, and nothing where that is unknown', async () => {
    const each = signInMethods.map((method, at) => sessionAt(at + 1, { browser: `Browser ${at}`, deviceId: at, method }))
    await open([...each, unknown])
    for (const [at, method] of signInMethods.entries())
      expect(textOf(rows(`Browser ${at}`))).toMatch(new RegExp(`Windows${methods[method]}\u00a0· ${t.since.source}`))
    expect(textOf(rows(t.unknown))).toMatch(new RegExp(`^${t.unknown}${t.since.source}`))
  })

  it('ends one, which another browser may have ended before', async () => {
    const { seen } = await open([here, before, phone])
    await card.getByRole('button', { name: /^Sign out Safari on iOS, signed in since 20\/11\/2026/ }).click()
    await expect.element(rows('Safari')).not.toBeInTheDocument()
    left = [here]
    await ends.click()
    // What is left is one calm row.
    await expect.element(card.getByText(t.current)).not.toBeInTheDocument()
    expect(card.getByRole('listitem').all()).toHaveLength(1)
    await expect.element(elsewhere).not.toBeInTheDocument()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    expect(sent(seen)).toEqual(['session.end', 'session.end'])
  })

  it('tells when one could not be ended', async () => {
    await open([here, phone], { own: { end: refuse } })
    await ends.click()
    await expect.element(page.getByText(/^Too many /)).toBeVisible()
    await expect.element(rows('Safari')).toBeVisible()
  })

  it('signs out everywhere else after a question and fresh proof, by keyboard', async () => {
    const { seen, address } = await open([here, before, phone], { isProofOld: true })
    elsewhere.element().focus()
    await userEvent.keyboard('{Enter}')
    const question = page.getByRole('alertdialog', { name: 'Sign out everywhere else?' })
    await expect.element(question.getByText(/You stay signed in here\.$/)).toBeVisible()
    await expect.element(question.getByRole('button', { name: w.cancel })).toHaveFocus()
    await expectNoAxeFindings('sign out everywhere else')
    await userEvent.keyboard('{Enter}')
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(elsewhere).toHaveFocus()
    expect(sent(seen)).toEqual([])
    await userEvent.keyboard('{Enter}')
    await userEvent.tab()
    await expect.element(question.getByRole('button', { name: t.elsewhere, exact: true })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(proof.getByLabelText(w.password, { exact: true })).toHaveFocus()
    expect(sent(seen)).toEqual([])
    await userEvent.keyboard('demo-Fieldport-2026{Enter}')
    await expect.element(page.getByText('You are now signed out everywhere else')).toBeVisible()
    expect(card.getByRole('listitem').all()).toHaveLength(1)
    await expect.element(elsewhere).not.toBeInTheDocument()
    expect(sent(seen)).toEqual(['session.prove', 'session.endOthers'])
    expect(address()).toBe('/profile')
  })

  it('says before it signs out everywhere that text which was not saved would be deleted [T833]', async () => {
    await open([here, phone])
    const question = page.getByRole('alertdialog')
    const unsaved = question.getByText(/text that was not saved/)
    const owner = sessionOf('customer').id
    await everywhere.click()
    await expect.element(question).toBeVisible()
    await expect.element(unsaved).not.toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    const draft = { form: 'product 3', values: { name: 'Half' }, before: { name: 'Whole' }, version: 1 }
    await addDraft({ ...draft, owner, changedAt: new Date().toISOString() })
    await everywhere.click()
    await expect.element(unsaved).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(question).not.toBeInTheDocument()
    expect(await hasDrafts(owner)).toBe(true)
  })

  it('signs nobody out without that proof, and says so', async () => {
    const { seen } = await open([here, phone], { isProofOld: true })
    await confirmElsewhere()
    await expect.element(proof).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(card.getByRole('alert')).toMatchTextContent('Nothing was sent. Confirm first that it is you.')
    await expect.element(rows('Safari')).toBeVisible()
    await expectNoAxeFindings('no proof')
    expect(sent(seen)).toEqual([])
    await confirmElsewhere()
    await expect.element(card.getByRole('alert')).not.toBeInTheDocument()
    await proof.getByLabelText(w.password, { exact: true }).fill('demo-Fieldport-2026')
    await userEvent.keyboard('{Enter}')
    await expect.element(rows('Safari')).not.toBeInTheDocument()
  })
})

describe('where a viewed customer is signed in', () => {
  const viewed = viewedCustomerForEach()

  it('can be read, and not ended', async () => {
    const sessions = [sessionAt(2, { method: 'sms' }), phone]
    const { answers } = viewed()
    const calls = [answers(), { session: { getOwn: () => sessions } }]
    await openApp('/user/show/4', { as: 'admin', calls })
    await beginView()
    await page.getByRole('button', { name: words.en.account }).click()
    await page.getByRole('menuitem', { name: words.en.profile }).click()
    await expect.element(rows('Safari')).toBeVisible()
    await expect.element(card.getByText(methods.sms)).toBeVisible()
    await expect.element(card.getByText(words.en.thisBrowser)).not.toBeInTheDocument()
    await expect.element(card.getByRole('button')).not.toBeInTheDocument()
    await expectNoAxeFindings('sessions of a viewed customer')
  })
})
