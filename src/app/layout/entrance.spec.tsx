/** What the brand's configuration changes on the screens for guests. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { configuration } from '../../../tests/component/answers.ts'
import { openApp } from '../../../tests/component/render.tsx'
import { passwordMinLength } from '../../contract/rules.ts'

const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const brand = { ...configuration.brand, name: 'Terrafind', logoUrl: `${pixel}#logo`, backgroundUrl: `${pixel}#background` }
const calls = { configuration: { get: () => ({ ...configuration, brand }) }, register: { getPhonePrefixes: () => [] } }

it.each(['/login', '/changePassword', '/validateAccount/abc'])(
  'shows the maker’s logo, background and site, and no menu, to a guest at %s [T38]',
  async (path) => {
    const authentication = { validateAccount: () => ({ username: 'zoe@example.org' }) }
    const forgotPassword = { checkUpdatePasswordToken: () => ({ passwordMinLength }) }
    await openApp(path, { calls: { ...calls, authentication, forgotPassword } })
    const site = page.getByRole('link', { name: 'Visit the Terrafind website' })
    await expect.element(site).toHaveAttribute('href', 'https://site.example.com/')
    const pictures = [...document.images].map(({ src }) => src)
    expect(pictures.toSorted()).toEqual([brand.backgroundUrl, brand.logoUrl])
    await expect.element(page.getByRole('contentinfo')).toMatchTextContent(`Version ${builtVersion}`)
    await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: /^Your account/ })).not.toBeInTheDocument()
  },
)

it('links the data policy beside the newsletter checkbox [T41]', async () => {
  await openApp('/login', { calls })
  await page.getByRole('button', { name: 'Create an account' }).click()
  const policy = page.getByRole('dialog').getByRole('link', { name: 'How we use your data' })
  await expect.element(policy).toHaveAttribute('href', 'https://site.example.com/data')
  await expect.element(page.getByRole('dialog').getByRole('checkbox')).toHaveAccessibleDescription(/How we use your data/)
})
