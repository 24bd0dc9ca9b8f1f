/**
 * `npm run new:entity dealer "revendeur"` writes the skeleton of a back-office entity whose records have a name: contract, table and migration,
 * handlers, screens, routes, menu and texts, and its rows in the tables of tests that do not compile without. The skeleton is the entity
 * `dealer` in `skeleton/`. Knows the places that name every entity; each is found by the line that it follows.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const [name = '', french = ''] = process.argv.slice(2)
if (!/^[a-z][A-Za-z]*$/.test(name) || french === '') throw new Error('Say what it is called: npm run new:entity dealer "revendeur"')
if (existsSync(`src/contract/${name}.ts`)) throw new Error(`There is a ${name} already`)

/** "betaGroup" is "BetaGroup" in names of types, "beta_groups" in the database, "beta group" in texts. */
const typeName = capitalized(name)
const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
const inDatabase = `${words.replaceAll(' ', '_')}s`

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** The skeleton's names replaced by the entity's. */
function named(text: string): string {
  return text
    .replaceAll('dealers_in_database', inDatabase)
    .replaceAll('a some dealer', `${/^[aeio]/.test(words) ? 'an' : 'a'} ${words}`)
    .replaceAll('some dealer', words)
    .replaceAll('Some dealer', capitalized(words))
    .replaceAll('dealer', name)
    .replaceAll('Dealer', typeName)
}

function writeSkeleton(): void {
  const skeleton = join(import.meta.dirname, 'skeleton')
  for (const path of readdirSync(skeleton, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.txt'))) {
    const target = named(path.replace(/\.txt$/, ''))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, named(readFileSync(join(skeleton, path), 'utf8')))
  }
}

/** Adds lines behind the one that is named, or before it. */
function add(path: string, lines: string, place: { after: string } | { before: string }): void {
  const text = readFileSync(path, 'utf8')
  const anchor = 'after' in place ? place.after : place.before
  const at = text.indexOf(anchor)
  if (at === -1) throw new Error(`${path} has no "${anchor}" any more: correct ${import.meta.filename}`)
  const index = 'after' in place ? at + anchor.length : at
  writeFileSync(path, text.slice(0, index) + named(lines) + text.slice(index))
}

function declare(): void {
  add('src/contract/entities.ts', "export { dealer } from './dealer.ts'\n", { before: 'export { demoMailbox }' })
  add('src/contract/audit.ts', "'dealer', ", { before: "'warrantyCodeBatch'] as const" })

  add('src/server/db/tables.ts', "export * from './tables/dealers.ts'\n", { before: "export * from './tables/demo.ts'" })
  add(
    'src/server/db/dataClasses/publications.ts',
    "  dealers: { id: 'kept, impersonal', name: 'kept, impersonal', isDeleted: 'kept, impersonal' },\n",
    {
      before: '} as const satisfies',
    },
  )
  add('src/server/handlers.ts', "import { dealer, dealerKind } from './entities/dealer.ts'\n", { before: 'import { demoMailbox }' })
  add('src/server/handlers.ts', '  dealer,\n', { before: '  demoMailbox,\n' })
  add('src/server/handlers.ts', '  dealer: { update: byId(dealerKind) },\n', { before: '  firmware: { update' })

  // Undone by the form, and named in the activity.
  add('src/contract/revert.ts', '  dealer: { name: byForm },\n', { before: '  firmware: {' })
  add('src/server/handlers.ts', '      dealer: revertible(contract.dealer.update, dealerKind, dealer.update),\n', {
    before: '      firmware: revertible(',
  })
  const activity = 'src/server/entities/activity.ts'
  add(activity, 'dealers, ', { after: 'auditEntries, betaGroups, ' })
  add(activity, "import { dealerList } from './dealer.ts'\n", { before: 'import { firmwareList }' })
  const inActivity = '  dealer: namedBy(dealerList, dealers, { name: dealers.name }, ({ name }) => name),\n'
  add(activity, inActivity, { before: '  news: namedBy(' })
  const dealerWords = "import { useDealerWords } from '../screens/dealer/dealerWords.ts'\n"
  add('src/app/routes/ActivityPage.tsx', dealerWords, { before: 'import { useFirmwareWords }' })
  add('src/app/routes/ActivityPage.tsx', '    dealer: useDealerWords(),\n', { before: '    news: ' })
  add('src/app/screens/activity/ActivityScreen.tsx', '    dealer: t`Some dealer`,\n', { before: '    news: t`News`' })

  // Rows of the demo can be told from real ones.
  add('src/server/db/tables/demo.ts', "import { dealers } from './dealers.ts'\n", { before: 'import { betaGroups,' })
  const marked = "  dealer: { mark: 'dealers', table: dealers, shownAs: 'some dealers' },\n"
  add('src/server/db/tables/demo.ts', marked, { before: '  news: {' })

  const rights = "  ...records('dealer', { read: backOffice, write: backOffice }),\n"
  add('src/app/session/screens.ts', rights, { before: '  // Additions.\n' })
  const entry = "  { to: '/dealer/index', label: msg`Some dealers`, icon: Box },\n"
  add('src/app/session/menu.ts', entry, { before: '  // Additions.\n' })
  const routes = `  dealer: recordRoutes('dealer', api.dealer, {
    list: () => import('../screens/dealer/DealerListScreen.tsx'),
    show: () => import('../screens/dealer/DealerShowScreen.tsx'),
    form: () => import('../screens/dealer/DealerForm.tsx'),
  }),\n`
  add('src/app/routes/routes.tsx', routes, { before: "  news: recordRoutes('news'" })
}

/** Rows and answers for the tests of every entity. */
function declareTests(): void {
  const guarded = ['index', 'show/7', 'create', 'edit/7'].map((screen) => `  ['/dealer/${screen}', 'ab'],\n`)
  add('src/app/session/access.test.ts', guarded.join(''), { before: "  ['/news/index'" })
  add('tests/support/roomTables.ts', ", 'dealer.ts'", { after: "['locale.ts'" })
  const change = "name: { before: 'One', after: 'Two', en: 'Name: One → Two', fr: 'Nom\\u00A0: One → Two' }"
  add('tests/support/fieldChanges.ts', `  dealer: { ${change} },\n`, { before: '  firmware: {\n' })
  const changed = `      async dealer() {
        const params = await admin.dealer.create({ body: valuesOf('dealer', 'before') })
        await admin.dealer.update({ params, body: valuesOf('dealer', 'after') })
        return params.id
      },\n\n`
  add('tests/api/everyField.test.ts', changed, { before: '      async firmware() {' })

  const records = 'tests/component/records.ts'
  add(records, "import type { ShownDealer } from '../../src/contract/dealer.ts'\n", { before: 'import type { ShownFirmware }' })
  const shown = `export function shownDealer(others: Partial<ShownDealer> = {}): ShownDealer {
  return { ...stored, id: 7, tostring: 'One', name: 'One', ...others }
}\n\n`
  add(records, shown, { before: 'export function userRow(' })
  const everyScreen = 'tests/component/everyScreen.ts'
  add(everyScreen, '  shownDealer,\n', { before: '  shownDetector,\n' })
  add(everyScreen, '    dealer: { ...fakeTable(() => []), get: () => shownDealer() },\n', { before: '    session: { getOwn' })
  const everyList = 'tests/component/everyList.ts'
  add(everyList, ', shownDealer', { after: 'shownBetaGroup' })
  const rows = 'const dealers = rowsOf((id, isLong) => shownDealer({ id, name: isLong ? `One with a long name, ${id}` : `No. ${id}` }))\n\n'
  add(everyList, rows, { before: 'const events = ' })
  const list = "  { path: '/dealer/index', hasActions: true, calls: { dealer: tableOf(dealers, { deleted }) } },\n"
  add(everyList, list, { before: "  { path: '/news/index'" })

  const routes = 'src/app/routes/routes.spec.tsx'
  const headings = { index: 'Some dealers', 'show/$id': 'One', create: 'New some dealer', 'edit/$id': 'Edit some dealer' }
  const titles = Object.entries(headings).map(([screen, title]) => `  '/dealer/${screen}': '${title}',\n`)
  add(routes, titles.join(''), { before: "  '/news/index'" })

  const readOnly = 'tests/api/readOnly.test.ts'
  add(readOnly, 'dealers, ', { before: 'files, newsImages' })
  add(readOnly, "    await server.context.db.insert(dealers).values({ name: 'One' })\n", {
    before: '    await server.context.db.update(newsImages)',
  })
}

function run(command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' })
}

/** Right French for most nouns, with spaces that do not break; articles and genders are for its writer. */
function translate(): void {
  run('npm', 'run', 'i18n:extract')
  const translations: Readonly<Record<string, string>> = {
    'Some dealer': capitalized(french),
    'Some dealers': `${capitalized(french)}s`,
    'Add a some dealer': `Ajouter\u00A0: ${french}`,
    'New some dealer': `${capitalized(french)}\u00A0: création`,
    'Edit some dealer': `${capitalized(french)}\u00A0: modification`,
    'Some dealer added': `${capitalized(french)}\u00A0: ajout effectué`,
    'Some dealer modified': `${capitalized(french)}\u00A0: modification effectuée`,
    'Delete some dealer “{name}”?': `Supprimer «\u00A0{name}\u00A0» (${french})\u00A0?`,
    'Some dealer deleted': `${capitalized(french)}\u00A0: suppression effectuée`,
    'Its history is kept.': 'L’historique est conservé.',
  }
  const path = 'locales/fr.po'
  const filled = Object.entries(translations).reduce(
    (text, [english, own]) => text.replace(`msgid "${named(english)}"\nmsgstr ""`, `msgid "${named(english)}"\nmsgstr "${own}"`),
    readFileSync(path, 'utf8'),
  )
  writeFileSync(path, filled)
}

writeSkeleton()
declare()
declareTests()
translate()
run('npm', 'run', 'db:generate', inDatabase)
run('npm', 'run', 'format')
console.log(
  `${name} is written. Next: what it has besides a name, its icon (src/app/session/menu.ts) and rights (src/app/session/screens.ts), its French (locales/fr.po).`,
)
