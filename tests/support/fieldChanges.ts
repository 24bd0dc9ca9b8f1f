/**
 * A change of every field of every back-office record: the values that the audit trail keeps, and how the history shows them. A field
 * without its row does not compile. tests/api/everyField.test.ts makes the changes, kit/history/recordHistory.spec.tsx reads them.
 */
import { formatDateTime } from '../../src/app/i18n/formatDate.ts'
import type { RecordEntity, RecordField } from '../../src/contract/recordFields.ts'

type FieldChange = { readonly before: unknown; readonly after: unknown; readonly en: string; readonly fr: string }

/** Stands for the hash of any file. */
export const anyHash = '0'.repeat(64)
const named = (filename: string) => `${filename} (SHA-256 ${anyHash})`

export const fieldChanges = {
  product: {
    name: { before: 'WS6', after: 'WS6 Master', en: 'Name: WS6 → WS6 Master', fr: 'Nom\u00A0: WS6 → WS6 Master' },
    typeName: { before: 'ws6', after: 'ws6m', en: 'Type name: ws6 → ws6m', fr: 'Nom du type\u00A0: ws6 → ws6m' },
    typeId: { before: 71, after: 72, en: 'Type number: 71 → 72', fr: 'Numéro de type\u00A0: 71 → 72' },
  },
  firmware: {
    versionName: { before: '5.2', after: '5.3', en: 'Version: 5.2 → 5.3', fr: 'Version\u00A0: 5.2 → 5.3' },
    language: { before: 'English', after: 'French', en: 'Language: English → French', fr: 'Langue\u00A0: English → French' },
    isBetaTest: { before: false, after: true, en: 'Beta test: No → Yes', fr: 'Bêta-test\u00A0: Non → Oui' },
    isActive: { before: false, after: true, en: 'Active: No → Yes', fr: 'Actif\u00A0: Non → Oui' },
    state: { before: 'draft', after: 'beta', en: 'State: Draft → Beta', fr: 'État\u00A0: Brouillon → Bêta' },
    share: {
      before: '0.02',
      after: '0.1: Support is calm',
      en: 'Share of the detectors: 2% → 10% · Support is calm',
      fr: 'Part des détecteurs\u00A0: 2\u00A0% → 10\u00A0% · Support is calm',
    },
    plan: {
      before: '0.3 1',
      after: '0.3 1 paused',
      en: 'Plan: 30%, 100% → 30%, 100% (paused)',
      fr: 'Plan de diffusion\u00A0: 30\u00A0%, 100\u00A0% → 30\u00A0%, 100\u00A0% (en pause)',
    },
    isUnconfirmed: {
      before: false,
      after: true,
      en: 'Unusual file, not confirmed: No → Yes',
      fr: 'Fichier inhabituel, non confirmé\u00A0: Non → Oui',
    },
    requirements: {
      before: [],
      after: ['minimumBatteryPercent 40', 'needsCoil'],
      en: 'Requirements: – → Battery at least 40%, A coil must be connected',
      fr: 'Conditions\u00A0: – → Batterie à 40\u00A0% au moins, Un disque doit être connecté',
    },
    holds: {
      before: [],
      after: ['3: It restarts'],
      en: 'Holds: – → Hardware 3: It restarts',
      fr: 'Blocages\u00A0: – → Matériel 3\u00A0: It restarts',
    },
    proofException: {
      before: null,
      after: 'overTheApi',
      en: 'Exception from the hardware test: – → over the API',
      fr: 'Dérogation à l’essai sur détecteur\u00A0: – → par l’API',
    },
    changeLog: {
      before: '- Quieter',
      after: '- Louder',
      en: 'Change log: - Quieter → - Louder',
      fr: 'Notes de version\u00A0: - Quieter → - Louder',
    },
    selectedProductIds: { before: [], after: ['Teleco'], en: 'Products: – → Teleco', fr: 'Produits\u00A0: – → Teleco' },
    selectedBetaGroupIds: { before: [], after: ['Divers'], en: 'Beta groups: – → Divers', fr: 'Groupes bêta\u00A0: – → Divers' },
    file: {
      before: named('one.bin'),
      after: named('two.bin'),
      en: `File: ${named('one.bin')} → ${named('two.bin')}`,
      fr: `Fichier\u00A0: ${named('one.bin')} → ${named('two.bin')}`,
    },
  },
  betaGroup: {
    name: { before: 'Beach', after: 'Wet sand', en: 'Name: Beach → Wet sand', fr: 'Nom\u00A0: Beach → Wet sand' },
    selectedFirmwareIds: {
      before: [],
      after: ['6.0 (German)'],
      en: 'Firmwares: – → 6.0 (German)',
      fr: 'Firmwares\u00A0: – → 6.0 (German)',
    },
    nbUsers: { before: 0, after: 1, en: 'Users: 0 → 1', fr: 'Utilisateurs\u00A0: 0 → 1' },
  },
  news: {
    title: { before: 'Soon', after: 'Now', en: 'Title: Soon → Now', fr: 'Titre\u00A0: Soon → Now' },
    content: {
      before: `1 characters (SHA-256 ${anyHash})`,
      after: `4 characters (SHA-256 ${anyHash})`,
      en: `Content: 1 character (SHA-256 ${anyHash}) → 4 characters (SHA-256 ${anyHash})`,
      fr: `Contenu\u00A0: 1 caractère (SHA-256 ${anyHash}) → 4 caractères (SHA-256 ${anyHash})`,
    },
    published: { before: false, after: true, en: 'Published: No → Yes', fr: 'Publié\u00A0: Non → Oui' },
    publishAt: {
      before: '2027-01-15T08:00:00.000Z',
      after: null,
      en: `Publish on: ${formatDateTime('2027-01-15T08:00:00.000Z')} → –`,
      fr: `Publier le\u00A0: ${formatDateTime('2027-01-15T08:00:00.000Z')} → –`,
    },
    thumbnail: {
      before: null,
      after: named('photo.png'),
      en: `Thumbnail: – → ${named('photo.png')}`,
      fr: `Vignette\u00A0: – → ${named('photo.png')}`,
    },
  },
  rallyZone: {
    title: { before: 'Meadow', after: 'Heath', en: 'Title: Meadow → Heath', fr: 'Titre\u00A0: Meadow → Heath' },
    enabled: { before: false, after: true, en: 'Enabled: No → Yes', fr: 'Activée\u00A0: Non → Oui' },
    zoneFile: {
      before: [named('one.kml')],
      after: [named('two.kml'), named('three.kml')],
      en: `KML File: ${named('one.kml')} → ${named('two.kml')}, ${named('three.kml')}`,
      fr: `Fichier KML\u00A0: ${named('one.kml')} → ${named('two.kml')}, ${named('three.kml')}`,
    },
  },
  user: {
    firstname: { before: 'Ada', after: 'Grace', en: 'First name: Ada → Grace', fr: 'Prénom\u00A0: Ada → Grace' },
    lastname: { before: 'Field', after: 'Meadow', en: 'Last name: Field → Meadow', fr: 'Nom\u00A0: Field → Meadow' },
    username: {
      before: 'ada@example.com',
      after: 'grace@example.com',
      en: 'Email: ada@example.com → grace@example.com',
      fr: 'Email\u00A0: ada@example.com → grace@example.com',
    },
    phonePrefix: { before: '+33', after: '+49', en: 'Prefix: +33 → +49', fr: 'Indicatif\u00A0: +33 → +49' },
    phoneNumber: {
      before: '612345678',
      after: '15123456789',
      en: 'Phone number: 612345678 → 15123456789',
      fr: 'Numéro de téléphone\u00A0: 612345678 → 15123456789',
    },
    country: { before: 'FR', after: 'DE', en: 'Country: France → Germany', fr: 'Pays\u00A0: France → Allemagne' },
    distributor: { before: null, after: 'Dig Ltd', en: 'Distributor: – → Dig Ltd', fr: 'Distributeur\u00A0: – → Dig Ltd' },
    role: { before: 'ROLE_CUSTOMER', after: 'ROLE_BE', en: 'Role: Customer → Back office', fr: 'Rôle\u00A0: Client → Back-office' },
    isNewsletter: { before: false, after: true, en: 'Newsletter: No → Yes', fr: 'Lettre d’information\u00A0: Non → Oui' },
    isBetaTester: { before: false, after: true, en: 'Beta tester: No → Yes', fr: 'Bêta-testeur\u00A0: Non → Oui' },
    selectedBetaGroupIds: { before: [], after: ['Divers'], en: 'Beta groups: – → Divers', fr: 'Groupes bêta\u00A0: – → Divers' },
    pendingUsername: {
      before: null,
      after: 'hopper@example.com',
      en: 'New email, not confirmed yet: – → hopper@example.com',
      fr: 'Nouvelle adresse email, pas encore confirmée\u00A0: – → hopper@example.com',
    },
    pendingPhone: {
      before: null,
      after: '+49 15123456780',
      en: 'New phone number, not confirmed yet: – → +49 15123456780',
      fr: 'Nouveau numéro de téléphone, pas encore confirmé\u00A0: – → +49 15123456780',
    },
    accountValidated: { before: false, after: true, en: 'Verified: No → Yes', fr: 'Validé\u00A0: Non → Oui' },
    accountLocked: { before: true, after: false, en: 'Blocked: Yes → No', fr: 'Bloqué\u00A0: Oui → Non' },
    subscriptionName: {
      before: 'TRIAL',
      after: 'PREMIUM',
      en: 'Subscription: Free trial → Premium',
      fr: 'Abonnement\u00A0: Essai gratuit → Premium',
    },
    subscriptionEnd: {
      before: null,
      after: '2027-11-21T10:00:00.000Z',
      en: 'Subscribed until: – → 21/11/2027',
      fr: 'Abonné jusqu’au\u00A0: – → 21/11/2027',
    },
  },
} as const satisfies { readonly [E in RecordEntity]: Readonly<Record<RecordField<E>, FieldChange>> }
