/** A server with two approvers: what one administrator drafts, another approves before it is offered to everyone. */
import type { APIRequestContext, Browser, Page } from 'playwright/test'
import { type Locale, locales } from '../../src/contract/rules.ts'
import type { BuiltServer } from '../support/builtServer.ts'
import { bearer, firmwareFile, headline, readFlash, update } from './detector.ts'
import { ageProofs } from './factorPortal.ts'
import { startJourneyServer } from './journeyServer.ts'
import { expect, password, signIn, test as portalTest } from './portal.ts'
import { addOwnedModel, addVersion, connectModel } from './releaseModel.ts'
import { confirmPoints, question } from './releaseSteps.ts'
import { updateWords } from './updateWords.ts'
import { readIn } from './words.ts'

const test = portalTest.extend<object, { server: BuiltServer }>({
  server: [
    // Playwright requires a destructured first argument, even an empty one.
    // oxlint-disable-next-line no-empty-pattern -- see above
    async ({}, use) => {
      const server = await startJourneyServer({ RELEASE_APPROVERS: '2' })
      await use(server)
      await server.dispose()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

const version = '8.1'

/** Inès drafts, Hugo is the other administrator. */
const texts = {
  en: {
    ...updateWords.en,
    notApproved: 'Not approved yet: another administrator has to before it is offered to everyone.',
    approvedByInes: /^Approved by Inès Castagné .* on /,
    approvedByHugo: /^Approved by Hugo Lavergne .* on /,
    notByAnother: 'Your own approval does not count when you offer it: another administrator has to approve it too, or offer it.',
    approve: 'Approve',
    approvalQuestion: 'Approve 8.1?',
    approvalEnds: 'Any change to it before that takes the approval back.',
    isApproved: '8.1 is approved',
    confirmIdentity: 'Confirm that it is you',
    password: 'Password',
    continue: 'Continue',
    offer: 'Offer to everyone…',
    offerQuestion: 'Offer 8.1 to everyone?',
    sentence: 'It will be offered to 1 customer with 1 detector.',
    offerToOne: 'Offer to 1 customer',
    needsAnother: 'Another administrator has to approve it first.',
    settle: 'Settle this first.',
    isOffered: '8.1 is now offered to everyone',
    offeredTo: 'Offered to 1 customer with 1 detector.',
    edit: 'Edit requirements',
    requirements: 'Requirements of 8.1',
    noLongerCounts: 'If you change it, the approval no longer counts.',
    battery: 'Lowest battery level, in percent',
    requiresBattery: /^Battery at least 30\s?%$/,
    save: 'Save',
  },
  fr: {
    ...updateWords.fr,
    notApproved: 'Pas encore approuvée : un autre administrateur doit le faire avant qu’elle soit proposée à tous.',
    approvedByInes: /^Approuvée par Inès Castagné .* le /,
    approvedByHugo: /^Approuvée par Hugo Lavergne .* le /,
    notByAnother:
      'Votre propre approbation ne compte pas si c’est vous qui la proposez : un autre administrateur doit l’approuver aussi, ou la proposer lui-même.',
    approve: 'Approuver',
    approvalQuestion: 'Approuver 8.1 ?',
    approvalEnds: 'Toute modification d’ici là annule l’approbation.',
    isApproved: '8.1 est approuvée',
    confirmIdentity: 'Confirmez que c’est bien vous',
    password: 'Mot de passe',
    continue: 'Continuer',
    offer: 'Proposer à tous…',
    offerQuestion: 'Proposer 8.1 à tous ?',
    sentence: 'Cette version sera proposée à 1 client avec 1 détecteur.',
    offerToOne: 'Proposer à 1 client',
    needsAnother: 'Un autre administrateur doit d’abord l’approuver.',
    settle: 'Réglez d’abord ce point.',
    isOffered: '8.1 est maintenant proposée à tous',
    offeredTo: 'Proposée à 1 client avec 1 détecteur.',
    edit: 'Modifier les conditions',
    requirements: 'Conditions de 8.1',
    noLongerCounts: 'Si vous modifiez ces conditions, l’approbation ne compte plus.',
    battery: 'Batterie minimale, en %',
    requiresBattery: /^Batterie à 30\s?% au moins$/,
    save: 'Enregistrer',
  },
} as const

type Texts = (typeof texts)[Locale]

/** Makes Hugo of marketing an administrator. */
async function promoteHugo(request: APIRequestContext): Promise<void> {
  const login = await request.post('/backend/api/login', { data: { username: 'marketing@example.com', password } })
  // The contract's login session.
  const { id } = (await login.json()) as { id: number }
  const headers = await bearer(request, 'admin')
  const person = { username: 'marketing@example.com', firstname: 'Hugo', lastname: 'Lavergne' }
  const phone = { country: 'FR', phonePrefix: '+33', phoneNumber: '6 39 98 00 02' }
  const saved = await request.post(`/backend/user/${id}`, {
    headers,
    form: { ...person, ...phone, isBetaTester: 'false', role: 'ROLE_ADMIN' },
  })
  expect(saved.ok(), await saved.text()).toBe(true)
}

/** Somebody else, in a browser of their own. */
async function open(browser: Browser, { url }: BuiltServer, account: string, locale: Locale): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block' })
  const theirs = await context.newPage()
  await readIn(theirs, locale)
  await signIn(theirs, account)
  return theirs
}

/** Asks to offer it to everyone, and confirms what can be confirmed. */
async function askToOffer(page: Page, w: Texts, isRefused: boolean): Promise<void> {
  await page.getByRole('button', { name: w.offer, exact: true }).click()
  await expect(question(page)).toHaveAccessibleName(w.offerQuestion)
  await expect(question(page)).toHaveAccessibleDescription(w.sentence)
  await expect(question(page).getByText(w.needsAnother)).toHaveCount(isRefused ? 1 : 0)
  await confirmPoints(page)
}

/** The person gives up. */
async function expectRefused(page: Page, w: Texts): Promise<void> {
  await askToOffer(page, w, true)
  const offer = question(page).getByRole('button', { name: w.offerToOne, exact: true })
  await expect(offer).toBeDisabled()
  await expect(offer).toHaveAccessibleDescription(w.settle)
  await question(page).getByRole('button', { name: w.cancel, exact: true }).click()
}

async function approve(page: Page, w: Texts): Promise<void> {
  await page.getByRole('button', { name: w.approve, exact: true }).click()
  await expect(question(page)).toHaveAccessibleName(w.approvalQuestion)
  await expect(question(page)).toHaveAccessibleDescription(new RegExp(w.approvalEnds))
  await question(page).getByRole('button', { name: w.approve, exact: true }).click()
}

for (const locale of locales)
  test(`a release that another administrator has to approve reaches a customer only then (${locale})`, async ({
    page,
    browser,
    request,
    server,
  }) => {
    test.slow()
    const w = texts[locale]
    const { file, image } = firmwareFile(20_000, locale === 'en' ? 81 : 82)
    const model = await addOwnedModel(request, { locale, accounts: ['customer'] })
    const draft = `/firmware/show/${await addVersion(request, { model, locale, versionName: version, file, isActive: false })}`
    await promoteHugo(request)
    const hugo = await open(browser, server, 'marketing', locale)
    // When Hugo comes to approve, it is long since he last proved who he is.
    await ageProofs(server, 6)
    await hugo.evaluate(() => localStorage.removeItem('fieldport.proof'))

    // Inès alone: her own approval does not count for her.
    await readIn(page, locale)
    await signIn(page, 'admin')
    await page.goto(draft)
    await expect(page.getByText(w.notApproved)).toBeVisible()
    await expectRefused(page, w)
    await approve(page, w)
    await expect(page.getByText(w.approvedByInes)).toBeVisible()
    await expect(page.getByText(w.notByAnother)).toBeVisible()
    await expectRefused(page, w)

    // Hugo approves with fresh proof. Inès sees it, changes the draft, and both approvals are taken back.
    await hugo.goto(draft)
    await approve(hugo, w)
    const proof = hugo.getByRole('dialog', { name: w.confirmIdentity })
    await proof.getByLabel(w.password, { exact: true }).fill(password)
    await proof.getByRole('button', { name: w.continue }).click()
    await expect(hugo.getByText(w.isApproved)).toBeVisible()
    await expect(hugo.getByText(w.approvedByHugo)).toBeVisible()
    await page.reload()
    await expect(page.getByText(w.approvedByHugo)).toBeVisible()
    await expect(page.getByText(w.approvedByInes)).toBeVisible()
    await expect(page.getByText(w.notByAnother)).toHaveCount(0)
    await askToOffer(page, w, false)
    await expect(question(page).getByRole('button', { name: w.offerToOne, exact: true })).toBeEnabled()
    await question(page).getByRole('button', { name: w.cancel, exact: true }).click()
    await page.getByRole('button', { name: w.edit }).click()
    const requirements = page.getByRole('dialog', { name: w.requirements })
    await expect(requirements).toHaveAccessibleDescription(new RegExp(w.noLongerCounts))
    await requirements.getByLabel(w.battery).fill('30')
    await requirements.getByRole('button', { name: w.save, exact: true }).click()
    await expect(page.getByRole('listitem').filter({ hasText: w.requiresBattery })).toBeVisible()
    await expect(page.getByText(w.notApproved)).toBeVisible()
    await expect(page.getByText(w.approvedByHugo)).toHaveCount(0)
    await expectRefused(page, w)

    // Approved as it is now, and offered
    await hugo.reload()
    await expect(hugo.getByRole('listitem').filter({ hasText: w.requiresBattery })).toBeVisible()
    await approve(hugo, w)
    await expect(hugo.getByText(w.approvedByHugo)).toBeVisible()
    await hugo.context().close()
    await askToOffer(page, w, false)
    await question(page).getByRole('button', { name: w.offerToOne, exact: true }).click()
    await expect(page.getByText(w.isOffered)).toBeVisible()
    await expect(page.getByText(w.offeredTo)).toBeVisible()
    await expect(page.getByText(w.approvedByHugo)).toBeVisible()

    const customer = await open(browser, server, 'customer', locale)
    await connectModel(customer, model, 'customer')
    await expect(headline(customer)).toHaveText(w.install(version))
    await update(customer).click()
    // The detector speaks English.
    if (locale !== 'en')
      await question(customer)
        .getByRole('button', { name: w.install(version) })
        .click()
    await customer.getByRole('dialog', { name: w.didItRestart }).getByRole('button', { name: w.yes }).click({ timeout: 60_000 })
    await expect(customer.getByRole('dialog', { name: w.complete })).toContainText(version)
    expect(Buffer.from(await readFlash(customer)).equals(Buffer.from(image))).toBe(true)
    await customer.context().close()
  })
