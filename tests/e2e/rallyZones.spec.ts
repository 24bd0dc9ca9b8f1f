import { fieldKml } from '../support/zoneFiles.ts'
import { axeFindings } from './axe.ts'
import { expect, signIn, test } from './portal.ts'
import { rowsOf, searchFor } from './staff.ts'

const w = {
  files: 'KML File mandatory',
  validate: 'Validate',
  remove: (name: string) => `Remove ${name}`,
  download: (name: string) => `Download ${name}`,
  twoHectares: /^Map of the zone: 2 shapes, area 2(?:\.\d+)? ha$/,
  delete: 'Delete',
} as const

const kml = (name: string, content: string) => ({ name, mimeType: 'application/vnd.google-earth.kml+xml', buffer: Buffer.from(content) })

test('an administrator draws a rally zone from files, replaces them, deletes it and brings it back [T92]', async ({
  page,
  expectComplaint,
}) => {
  const title = 'Forêt'
  const map = page.getByRole('application')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await signIn(page, 'admin')
  await page.getByRole('link', { name: 'Rally zone', exact: true }).click()
  await page.getByRole('link', { name: 'Add a rally zone' }).click()
  await page.getByLabel('Title', { exact: true }).fill(title)

  // The form says what is wrong before anything is saved.
  await page.getByLabel(w.files).setInputFiles([kml('zone.kmz', 'PK\u0003\u0004'), kml('broken.kml', '<kml>\n<Placemark>')])
  await expect(page.getByRole('alert')).toContainText('zone.kmz: This is a compressed file (KMZ).')
  await expect(page.getByRole('alert')).toContainText('broken.kml, line 2: This is not valid XML.')
  await button(w.remove('zone.kmz')).click()
  await button(w.remove('broken.kml')).click()
  await page.getByLabel(w.files).setInputFiles([kml('meadow.kml', fieldKml('Meadow')), kml('wood.kml', fieldKml('Wood'))])
  await expect(map).toHaveAccessibleName(w.twoHectares)
  await button(w.validate).click()
  await expect(page.getByText('Rally zone added')).toBeVisible()
  await expect(button(w.download('meadow.kml'))).toBeVisible()
  await expect(map).toHaveAccessibleName(w.twoHectares)
  expect(await axeFindings(page, 'main')).toEqual([])

  // Sent files replace the old ones.
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('KML File').setInputFiles([kml('park.kml', fieldKml('Park', { count: 3 }))])
  await expect(map).toHaveAccessibleName(/^Map of the zone: 3 shapes, area (?:2\.9\d*|3(?:\.\d+)?) ha$/)
  await page.getByLabel('Enabled', { exact: true }).uncheck()
  await button(w.validate).click()
  await expect(page.getByText('Rally zone modified')).toBeVisible()
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible()
  await expect(button(w.download('park.kml'))).toBeVisible()
  await expect(button(w.download('meadow.kml'))).toHaveCount(0)
  const drawing = map.locator('g[transform]').first()
  const wholeZone = await drawing.getAttribute('transform')
  await button('Zoom in').click()
  await expect(drawing).not.toHaveAttribute('transform', wholeZone ?? '')
  await button('Show the whole zone').click()
  await expect(drawing).toHaveAttribute('transform', wholeZone ?? '')

  await page.getByRole('main').getByRole('link', { name: 'Rally zones' }).click()
  await searchFor(page, 'foret')
  await expect(rowsOf(page)).toHaveCount(1)
  await button(`${w.delete} ${title}`).click()
  await page.getByRole('alertdialog').getByRole('button', { name: w.delete }).click()
  await expect(page.getByText('Rally zone deleted')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(0)
  await button('Undo').click()
  await expect(rowsOf(page)).toHaveCount(1)

  // A zone that is not there leads back to the list.
  expectComplaint('404')
  await page.goto('/rallyZone/edit/999999')
  await expect(page).toHaveURL(/\/rallyZone\/index/)
  await expect(page.getByText('Resource not found')).toBeVisible()
})
