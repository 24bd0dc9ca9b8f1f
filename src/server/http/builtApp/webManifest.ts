/** The web app manifest (W3C): brand name, icons and texts in the reader's language. */
import type { Locale } from '../../../contract/rules.ts'
import type { Config } from '../../config/readConfig.ts'

const texts = {
  en: {
    description: 'Update the firmware of your metal detector, with or without a network.',
    update: 'Update my device',
    picture: 'A connected detector and the firmware to install',
  },
  fr: {
    description: 'Mettez à jour le logiciel de votre détecteur de métaux, avec ou sans réseau.',
    update: 'Mettre à jour mon appareil',
    picture: 'Un détecteur connecté et le logiciel à installer',
  },
} as const satisfies Record<Locale, unknown>

/** Longer names are cut off below an icon. */
const shortNameLength = 12

const icon = { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' }

export function webManifest({ brand }: Pick<Config, 'brand'>, locale: Locale) {
  const { description, update, picture } = texts[locale]
  return {
    id: '/',
    name: brand.name,
    short_name: brand.name.length > shortNameLength ? (brand.name.split(' ')[0] ?? brand.name) : brand.name,
    description,
    lang: locale,
    dir: 'ltr',
    // The start page redirects each role to its own.
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // A second window could not use the detector that the first one holds, and a reload would interrupt an update.
    launch_handler: { client_mode: 'focus-existing' },
    background_color: '#faf9f7',
    theme_color: '#1d1813',
    categories: ['utilities', 'productivity'],
    icons: [
      icon,
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    screenshots: [
      { src: '/screenshots/update.png', sizes: '1180x820', type: 'image/png', form_factor: 'wide', label: picture },
      { src: '/screenshots/update-narrow.png', sizes: '390x844', type: 'image/png', form_factor: 'narrow', label: picture },
    ],
    shortcuts: [{ name: update, url: '/productUpdate/index', icons: [icon] }],
  }
}
