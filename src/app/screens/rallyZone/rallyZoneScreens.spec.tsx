/** The rally zone screens: files drawn before they are saved, their problems in words, and back to the list. The map by keys and buttons: map/zoneMap.spec.tsx. */
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { type FakeCalls, held } from '../../../../tests/component/fakeApi.ts'
import { fakeTable } from '../../../../tests/component/fakeTable.ts'
import { readZoneFile, shownRallyZone } from '../../../../tests/component/rallyZones.ts'
import { openApp, sessionOf } from '../../../../tests/component/render.tsx'
import type { ReadZoneFile, ShownRallyZone } from '../../../contract/rallyZone.ts'
import { AppError, type ErrorCode } from '../../../errors.ts'

const w = {
  title: 'Title',
  file: 'KML File mandatory',
  validate: 'Validate',
  xml: 'This is not valid XML.',
  map: /^Map of the zone: 3 shapes, area 3\.2 ha$/,
  notFound: 'Resource not found',
} as const

let stored: ShownRallyZone
let read: ReadZoneFile[]
let refusal: { code: ErrorCode; invalidField?: string } | null

function refuse(): void {
  if (refusal !== null) throw new AppError(refusal.code, refusal)
}

function gone(): never {
  throw new AppError('resource.not.found')
}

const rallyZone = {
  ...fakeTable(() => [stored]),
  get: () => stored,
  getShapes: () => ({ type: 'FeatureCollection', features: read.flatMap(({ shapes }) => shapes) }) as const,
  readFiles: () => ({ files: read }),
  create({ body: { title, enabled, zoneFile } }) {
    refuse()
    const files = zoneFile.map(({ name, size }, index) => ({ id: index + 1, filename: name, sizeBytes: size }))
    stored = { ...stored, id: 8, title, tostring: title, status: enabled, files }
    return { id: 8 }
  },
  update({ params, body: { title, enabled } }) {
    refuse()
    stored = { ...stored, title, tostring: title, status: enabled }
    return params
  },
} satisfies FakeCalls['rallyZone']
const calls: FakeCalls = { rallyZone }

beforeEach(() => {
  stored = shownRallyZone()
  read = [readZoneFile({ fileName: 'field.kml' })]
  refusal = null
})

const file = (name = 'field.kml') => new File(['<kml/>'], name)
const map = () => page.getByRole('application')
const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('a new zone', () => {
  it('needs a title and a file, is drawn before it is saved, and shown afterwards [T33]', async () => {
    const { address, sent } = await openApp('/rallyZone/create', { as: 'admin', calls })
    await button(w.validate).click()
    await expect.element(page.getByText('This field is required')).toHaveLength(2)
    await page.getByLabelText(w.file).upload([file(), file('site.kml')])
    await expect.element(map()).toHaveAccessibleName(w.map)
    await page.getByLabelText(w.title).fill('x'.repeat(151))
    await button(w.validate).click()
    await expect.element(page.getByText('This text is too long')).toBeVisible()
    await page.getByLabelText(w.title).fill('Three Valleys')
    expect(sent('rallyZone.create')).toEqual([])
    await button(w.validate).click()
    await expect.element(page.getByText('Rally zone added')).toBeVisible()
    await expect.poll(address).toBe('/rallyZone/show/8')
    const zoneFile = [{ name: 'field.kml' }, { name: 'site.kml' }]
    expect(sent('rallyZone.create')).toMatchObject([{ body: { title: 'Three Valleys', enabled: true, zoneFile } }])
  })

  it('names each problem of a file with its line, and shows a refusal on the field', { tags: 'rest' }, async () => {
    read = [
      readZoneFile({
        fileName: 'field.kml',
        shapes: [],
        problems: [
          { code: 'kml.xml.error', line: 12, found: null },
          { code: 'kml.range.error', line: 14, found: '500,45' },
          { code: 'kml.overlay.ignored', line: 20, found: 'GroundOverlay' },
        ],
      }),
    ]
    await openApp('/rallyZone/create', { as: 'admin', calls })
    await page.getByLabelText(w.title).fill('Three Valleys')
    await page.getByLabelText(w.file).upload(file())
    const wrong = page.getByRole('alert')
    await expect.element(wrong.getByRole('listitem').first()).toMatchTextContent(`field.kml, line 12: ${w.xml}`)
    await expect.element(wrong.getByRole('listitem').nth(1)).toMatchTextContent('500,45')
    await expect.element(page.getByText('GroundOverlay')).toBeVisible()
    await expect.element(map()).not.toBeInTheDocument()
    await expectNoAxeFindings('problems')
    refusal = { code: 'kml.xml.error', invalidField: 'zoneFile' }
    await button(w.validate).click()
    await expect.element(page.getByLabelText(w.file)).toHaveAccessibleDescription(new RegExp(w.xml.replaceAll('.', String.raw`\.`)))
    await expect.element(page.getByLabelText(w.file)).toHaveFocus()
  })

  it.each(['show/7', 'create', 'edit/7'])('has no axe finding at %s, with the map and its table', { tags: 'rest' }, async (screen) => {
    await openApp(`/rallyZone/${screen}`, { as: 'admin', calls })
    if (screen === 'create') await page.getByLabelText(w.file).upload([file(), file('site.kml')])
    await page.getByText('Shapes (3)').click()
    await expect.element(page.getByRole('cell', { name: 'Meadow' })).toBeVisible()
    await expect.element(map()).toHaveAccessibleName(w.map)
    await expectNoAxeFindings(screen)
  })

  it('that cannot be loaded or saved leads back to the list, with the server’s message [T312] [T313]', { tags: 'rest' }, async () => {
    const first = await openApp('/rallyZone/show/99', { as: 'admin', calls: { rallyZone: { ...rallyZone, get: gone } } })
    await expect.poll(first.address).toBe('/rallyZone/index')
    await expect.element(page.getByText(w.notFound)).toBeVisible()

    // A renewed session changes nothing.
    const renewed = { authentication: { refresh: () => sessionOf('admin') } }
    for (const [code, message] of [
      ['resource.not.found', w.notFound],
      ['not.authenticated', 'Your session has ended. Please sign in again.'],
    ] as const) {
      const second = await openApp('/rallyZone/edit/7', { as: 'admin', calls: [calls, renewed] })
      await page.getByLabelText(w.title).fill('Renamed')
      refusal = { code }
      await button(w.validate).click()
      await expect.poll(second.address).toBe('/rallyZone/index')
      await expect.element(page.getByText(message).first()).toBeVisible()
      await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
    }
  })
})

it('the list shows title, day and status [T31]', async () => {
  await openApp('/rallyZone/index', { as: 'admin', calls })
  const row = page.getByRole('row').nth(1)
  await expect.element(row.getByRole('cell').first()).toMatchTextContent('Rally of the Three Valleys')
  await expect.element(row).toMatchTextContent(/10\/10\/2026Enabled/)
})

describe('the form of a zone', () => {
  it('keeps the stored files unless others are chosen [T34]', { tags: 'rest' }, async () => {
    const { sent, address } = await openApp('/rallyZone/edit/7', { as: 'admin', calls })
    await expect.element(page.getByText('Files that you choose replace the stored ones: three-valleys.kml, site.kml')).toBeVisible()
    await expect.element(map()).toBeVisible()
    await page.getByLabelText('Enabled').click()
    await button('Validate').click()
    await expect.poll(address).toBe('/rallyZone/show/7')
    expect(sent('rallyZone.update')).toMatchObject([{ body: { enabled: false, zoneFile: [] } }])
    await expect.element(page.getByRole('definition').filter({ hasText: 'Disabled' })).toBeVisible()
  })

  it('adds files that are chosen one after the other, replaces those of the same name, and lets go of each', { tags: 'rest' }, async () => {
    const { sent } = await openApp('/rallyZone/create', { as: 'admin', calls })
    const choose = page.getByLabelText('KML File mandatory')
    await choose.upload(file())
    await choose.upload([file('site.kml'), new File(['<kml></kml>'], 'field.kml')])
    await expect.element(page.getByRole('button', { name: 'Remove field.kml' })).toHaveLength(1)
    await page.getByRole('button', { name: 'Remove site.kml' }).click()
    await expect.element(page.getByRole('button', { name: 'Remove site.kml' })).not.toBeInTheDocument()
    await expect.poll(() => sent('rallyZone.readFiles').at(-1)).toMatchObject({ body: { zoneFile: [{ name: 'field.kml', size: 11 }] } })
  })

  it('says that files are being read, and offers another try when that fails', { tags: 'rest' }, async () => {
    const never = held<{ files: ReadZoneFile[] }>()
    await openApp('/rallyZone/create', { as: 'admin', calls: { rallyZone: { ...rallyZone, readFiles: never.answer } } })
    await page.getByLabelText('KML File mandatory').upload(file())
    await expect.element(page.getByText('Reading the files')).toBeInTheDocument()
    never.release({ files: read })
    await expect.element(map()).toBeVisible()

    let isDown = true
    const readFiles = () => {
      if (isDown) throw new AppError('request.too.large')
      return { files: read }
    }
    await openApp('/rallyZone/create', { as: 'admin', calls: { rallyZone: { ...rallyZone, readFiles } } })
    await page.getByLabelText('KML File mandatory').upload(file())
    await expect.element(page.getByText('This is too large to send.')).toBeVisible()
    isDown = false
    await button('Try again').click()
    await expect.element(map()).toBeVisible()
  })
})
