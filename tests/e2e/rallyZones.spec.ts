import { locales } from '../../src/contract/rules.ts'
import { fieldKml } from '../support/zoneFiles.ts'
import { axeFindings } from './axe.ts'
import { expect, signIn, test } from './portal.ts'
import { rowsOf, searchFor } from './staff.ts'
import { readIn } from './words.ts'

const texts = {
  en: {
    menu: 'Rally zone',
    zones: 'Rally zones',
    add: 'Add a rally zone',
    title: 'Title',
    files: 'KML File mandatory',
    newFiles: 'KML File',
    enabled: 'Enabled',
    disabled: 'Disabled',
    validate: 'Validate',
    archive: 'zone.kmz: This is a compressed file (KMZ).',
    brokenAt: 'broken.kml, line 2: This is not valid XML.',
    remove: (name: string) => `Remove ${name}`,
    download: (name: string) => `Download ${name}`,
    zoomIn: 'Zoom in',
    wholeZone: 'Show the whole zone',
    twoHectares: /^Map of the zone: 2 shapes, area 2(?:\.\d+)? ha$/,
    threeHectares: /^Map of the zone: 3 shapes, area (?:2\.9\d*|3(?:\.\d+)?) ha$/,
    added: 'Rally zone added',
    modified: 'Rally zone modified',
    edit: 'Edit',
    search: 'Search',
    delete: 'Delete',
    deleted: 'Rally zone deleted',
    undo: 'Undo',
    notFound: 'Resource not found',
  },
  fr: {
    menu: 'Zone de rallye',
    zones: 'Zones de rallye',
    add: 'Ajouter une zone de rallye',
    title: 'Titre',
    files: 'Fichier KML obligatoire',
    newFiles: 'Fichier KML',
    enabled: 'Activée',
    disabled: 'Désactivée',
    validate: 'Valider',
    archive: 'zone.kmz : C’est un fichier compressé (KMZ).',
    brokenAt: 'broken.kml, ligne 2 : Ce n’est pas du XML valide.',
    remove: (name: string) => `Retirer ${name}`,
    download: (name: string) => `Télécharger ${name}`,
    zoomIn: 'Zoom avant',
    wholeZone: 'Afficher toute la zone',
    twoHectares: /^Carte de la zone\s: 2 tracés, surface 2(?:,\d+)?\sha$/,
    threeHectares: /^Carte de la zone\s: 3 tracés, surface (?:2,9\d*|3(?:,\d+)?)\sha$/,
    added: 'Zone de rallye ajoutée',
    modified: 'Zone de rallye modifiée',
    edit: 'Modifier',
    search: 'Rechercher',
    delete: 'Supprimer',
    deleted: 'Zone de rallye supprimée',
    undo: 'Annuler',
    notFound: 'Ressource introuvable',
  },
} as const

const kml = (name: string, content: string) => ({ name, mimeType: 'application/vnd.google-earth.kml+xml', buffer: Buffer.from(content) })

for (const locale of locales)
  test(`an administrator draws a rally zone from files, replaces them, deletes it and brings it back (${locale}) [T92]`, async ({
    page,
    expectComplaint,
  }) => {
    const w = texts[locale]
    const title = `Forêt ${locale}`
    const map = page.getByRole('application')
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await readIn(page, locale)
    await signIn(page, 'admin')
    await page.getByRole('link', { name: w.menu, exact: true }).click()
    await page.getByRole('link', { name: w.add }).click()
    await page.getByLabel(w.title, { exact: true }).fill(title)

    // What is wrong is told before anything is saved.
    await page.getByLabel(w.files).setInputFiles([kml('zone.kmz', 'PK\u0003\u0004'), kml('broken.kml', '<kml>\n<Placemark>')])
    await expect(page.getByRole('alert')).toContainText(w.archive)
    await expect(page.getByRole('alert')).toContainText(w.brokenAt)
    await button(w.remove('zone.kmz')).click()
    await button(w.remove('broken.kml')).click()
    await page.getByLabel(w.files).setInputFiles([kml('meadow.kml', fieldKml('Meadow')), kml('wood.kml', fieldKml('Wood'))])
    await expect(map).toHaveAccessibleName(w.twoHectares)
    await button(w.validate).click()
    await expect(page.getByText(w.added)).toBeVisible()
    await expect(button(w.download('meadow.kml'))).toBeVisible()
    await expect(map).toHaveAccessibleName(w.twoHectares)
    expect(await axeFindings(page, 'main')).toEqual([])

    // Sent files replace the old ones.
    await page.getByRole('link', { name: w.edit, exact: true }).click()
    await page.getByLabel(w.newFiles).setInputFiles([kml('park.kml', fieldKml('Park', { count: 3 }))])
    await expect(map).toHaveAccessibleName(w.threeHectares)
    await page.getByLabel(w.enabled, { exact: true }).uncheck()
    await button(w.validate).click()
    await expect(page.getByText(w.modified)).toBeVisible()
    await expect(page.getByText(w.disabled, { exact: true })).toBeVisible()
    await expect(button(w.download('park.kml'))).toBeVisible()
    await expect(button(w.download('meadow.kml'))).toHaveCount(0)
    const drawing = map.locator('g[transform]').first()
    const wholeZone = await drawing.getAttribute('transform')
    await button(w.zoomIn).click()
    await expect(drawing).not.toHaveAttribute('transform', wholeZone ?? '')
    await button(w.wholeZone).click()
    await expect(drawing).toHaveAttribute('transform', wholeZone ?? '')

    await page.getByRole('main').getByRole('link', { name: w.zones }).click()
    await searchFor(page, `foret ${locale}`, w.search)
    await expect(rowsOf(page)).toHaveCount(1)
    await button(`${w.delete} ${title}`).click()
    await page.getByRole('alertdialog').getByRole('button', { name: w.delete }).click()
    await expect(page.getByText(w.deleted)).toBeVisible()
    await expect(rowsOf(page)).toHaveCount(0)
    await button(w.undo).click()
    await expect(rowsOf(page)).toHaveCount(1)

    // A zone that is not there leads back to the list.
    expectComplaint('404')
    await page.goto('/rallyZone/edit/999999')
    await expect(page).toHaveURL(/\/rallyZone\/index/)
    await expect(page.getByText(w.notFound)).toBeVisible()
  })
