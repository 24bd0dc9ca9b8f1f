import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { VitePWA } from 'vite-plugin-pwa'
import * as v from 'valibot'
import { defineConfig } from 'vitest/config'
import { entranceTexts } from './locales/entrance.ts'
import { locales } from './src/contract/rules.ts'
import { callsInDevelopment } from './src/server/dev.ts'
import { bundledPackages, readFolders, startable, startables } from './src/server/launch/startable.ts'
import { componentProject } from './tests/component/project.ts'
import { readRootFile } from './src/server/keys/keyFiles.ts'
import { LongestFirst } from './tests/support/longestFirst.ts'
import { findBuildNumber } from './tests/supply/buildNumber.ts'
import { findCommit } from './tests/supply/commit.ts'

// Silences Lingui's advice to use its native macros: npm under Node 20 skips that optional package.
process.env['LINGUI_SUPPRESS_BABEL_WARNING'] = '1'

/** Sonner adds its style sheet as a style tag, which the CSP refuses; src/app/toast.css imports the same sheet as a file. */
function sonnerWithoutStyleTag(): Plugin {
  const call = /^__insertCSS\(".*"\);?$/m
  return {
    name: 'sonner-without-style-tag',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/sonner\/dist\/index\.mjs/.test(id)) return null
      if (!call.test(code)) this.error('sonner no longer adds its styles as it did: see vite.config.ts')
      return { code: code.replace(call, ''), map: null }
    },
  }
}

/** The editor of articles (src/app/screens/news/editor/ArticleEditor.tsx) with its libraries: as large as a third of the app. */
const editorChunk = 'assets/ArticleEditor-*'

/** `workers/serviceWorker.ts`, with the list of all that the app is made of. The page registers it; the server writes the manifest. */
function serviceWorker() {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'workers',
    filename: 'serviceWorker.ts',
    injectRegister: false,
    manifest: false,
    injectManifest: {
      globPatterns: ['**/*.{html,js,css,woff2,svg}'],
      // The browser's own matter when the app is installed; and what only people who write news load.
      globIgnores: ['icons/**', 'screenshots/**', editorChunk],
      // Hashed by Vite already.
      dontCacheBustURLsMatching: /^assets\//,
      // Larger files would be left out without a word; tests/e2e/installed.spec.ts checks the sum.
      maximumFileSizeToCacheInBytes: 2_500_000,
    },
  })
}

/** What a page for people who are signed in imports before it shows anything, and the update page before all that it knows. */
const firstModules = [
  '/src/app/layout/Shell.tsx',
  '/src/app/screens/productUpdate/ProductUpdateScreen.tsx',
  '/src/app/layout/header/UpdatesCount.tsx',
  '/src/app/i18n/errorMessages.ts',
  '/src/contract/contract.ts',
]

/** Names in the page what a customer who is signed in needs beside the entrance: public/beforePaint.js fetches it with the page. */
function signedInParts(): Plugin {
  return {
    name: 'signed-in-parts',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) return html
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
        const needed = new Set(firstModules.flatMap((module) => chunks.find((one) => one.facadeModuleId?.endsWith(module))?.fileName ?? []))
        for (const fileName of needed)
          for (const imported of chunks.find((one) => one.fileName === fileName)?.imports ?? []) needed.add(imported)
        const texts = locales.flatMap((locale) =>
          chunks
            .filter((one) => one.facadeModuleId?.endsWith(`/locales/${locale}.po`))
            .map(({ fileName }) => `<link rel="signed-in" hreflang="${locale}" href="/${fileName}">`),
        )
        // The entrance stands in the page already.
        const parts = [...needed].flatMap((fileName) => (html.includes(fileName) ? [] : `<link rel="signed-in" href="/${fileName}">`))
        if (needed.size < firstModules.length || texts.length !== locales.length)
          this.error('no parts for people who are signed in: see vite.config.ts')
        return html.replace('<script src="/beforePaint.js">', (script) => [...parts, ...texts, script].join('\n    '))
      },
    },
  }
}

/** Every command, by the name of its file. */
function commandInputs(): Record<string, string> {
  const folder = 'src/server/commands'
  return Object.fromEntries(readdirSync(folder).map((name) => [name.replace('.ts', ''), startable(`${folder}/${name}`)]))
}

/** What runs in production, each a file of `dist/server` that needs no sources: the server, the commands, and what starts them. */
const serverInputs = {
  main: startable('src/server/main.ts'),
  launch: 'src/server/launch.js',
  ...commandInputs(),
  // Worker threads (src/server/threads/inThread.ts), and a process with one of its own.
  pdfThread: 'src/server/pdf/pdfThread.ts',
  sheetThread: 'src/server/sheets/sheetThread.ts',
  sandboxProcess: 'src/server/sandbox/sandboxProcess.ts',
  sandboxThread: 'src/server/sandbox/sandboxThread.ts',
}

const { version } = v.parse(v.object({ version: v.string() }), JSON.parse(readFileSync('package.json', 'utf8')))
/** Puts Swagger UI beside the built server, where serveOpenApi.ts finds it: two files of a package that weighs twelve megabytes. */
function swaggerUi(): Plugin {
  return {
    name: 'swagger-ui',
    closeBundle: () => {
      for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'])
        cpSync(`node_modules/swagger-ui-dist/${name}`, `dist/server/swaggerUi/${name}`)
    },
  }
}

/** Only to end tests that hang: a busy machine is ten times slower than an idle one. */
const testLimits = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 }, requireAssertions: true } }

const rootFile = process.env['RELEASE_ROOT'] ?? ''
/** The root of the maker's keys (docs/signing.md). */
const root = rootFile === '' ? null : (await readRootFile(rootFile)).documents

/** The app's build; with `--ssr` the server's. Vitest reads its projects from here too. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: isSsrBuild
    ? [startables(), readFolders(), swaggerUi()]
    : [
        sonnerWithoutStyleTag(),
        react(),
        babel({ presets: [linguiTransformerBabelPreset()] }),
        lingui({ failOnMissing: true }),
        entranceTexts(),
        tailwindcss(),
        callsInDevelopment(),
        signedInParts(),
        serviceWorker(),
        // Once for all: the server need not at each request, and Brotli at its best is a seventh smaller than gzip.
        compression({ logLevel: 'silent' }),
      ],
  // Which build it is: the app says it in its reports and, by its number, in each call; the server at /livez.
  define: {
    builtVersion: JSON.stringify(version),
    builtCommit: JSON.stringify(findCommit()),
    builtNumber: JSON.stringify(findBuildNumber(new Date())),
    // Whose signatures pages believe, and the server too.
    builtRoot: JSON.stringify(root),
  },
  ssr: { noExternal: bundledPackages },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'node22',
        rolldownOptions: { input: serverInputs },
      }
    : {
        outDir: 'dist/app',
        emptyOutDir: true,
        target: 'es2023',
        // Every browser that `target` names preloads modules by itself.
        modulePreload: { polyfill: false },
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // What the first page needs is one request instead of sixty: each would wait for its turn on a slow connection.
                { name: 'entrance', tags: ['$initial'] },
                // The sign-in page loads it soon after its first paint: left to the groups below, it would bring all of them.
                {
                  name: 'passkey',
                  test: /\/contract\/factor|\/passkeys?[./]|\/usePasskeyOrigin\.|\/@simplewebauthn\/|\/user-round-key\./,
                },
                // Without what verifies signatures, and its library: only the update page does.
                { name: 'contract', test: /\/src\/contract\/(?!signatures\/)/ },
                // The frame of all screens, and what a customer sees first: a request each, with nothing that other screens need.
                { name: 'signedIn', test: /\/src\/app\/layout\/Shell\.tsx/ },
                { name: 'equipment', test: /\/src\/app\/screens\/productUpdate\/ProductUpdateScreen\.tsx/ },
                // Left alone, thirty icons and as many parts are a request each, and the entrance lists them all.
                {
                  name: 'parts',
                  test: /\/(?:src\/app|lucide-react)\//,
                  minShareCount: 4,
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
  worker: { format: 'es' },
  // Left out of pre-bundling, which would pass the plugin above by.
  optimizeDeps: { exclude: ['sonner'] },
  test: {
    // Left alone it leaves one core free, which on two is half of them.
    maxWorkers: availableParallelism(),
    ...testLimits,
    sequence: { sequencer: LongestFirst },
    tags: [{ name: 'rest', description: 'Left to `npm run test:all`.' }],
    projects: [
      {
        extends: true,
        // Ten times as many seeds as in the unit tests: `npm run campaign`.
        test: { name: 'campaign', include: ['src/device/**/*Campaign.test.ts'], env: { CAMPAIGN_FACTOR: '10' } },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'workers/**/*.test.ts', 'tests/*.test.ts', 'tests/mutants/*.test.ts'],
          setupFiles: ['tests/support/leaveNothing.ts'],
          // Loading the modules again for each file takes longer than all tests together.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/prepareDatabases.ts', 'tests/support/prepareScripts.ts'],
          setupFiles: ['tests/support/leaveNothing.ts', 'tests/support/setUpApiTests.ts'],
          // They keep nothing in modules, and loading the server again for each file takes longer than most of them.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'bucket',
          include: ['tests/bucket/**/*.test.ts'],
          globalSetup: ['tests/support/prepareDatabases.ts', 'tests/support/prepareScripts.ts', 'tests/support/prepareSwift.ts'],
        },
      },
      componentProject,
    ],
  },
}))
