/** Vitest's project of component tests: React in the system's Chromium, without a server of ours. */
import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import type { BrowserCommandContext } from 'vitest/node'
import { sanitizeArticle } from '../../src/server/html/sanitizeArticle.ts'
import { chromiumArgs, findChromium } from '../support/chromium.ts'

/** What specs let Node do. */
const commands = {
  /** Emulates a contrast theme of the system, dark or light; null ends it. */
  forceColors: async ({ page }: BrowserCommandContext, colorScheme: 'dark' | 'light' | null): Promise<void> =>
    page.emulateMedia({ forcedColors: colorScheme === null ? null : 'active', colorScheme }),
  /** Shows the page as it is printed; false ends it. */
  emulatePrint: async ({ page }: BrowserCommandContext, isPrinting: boolean): Promise<void> =>
    page.emulateMedia({ media: isPrinting ? 'print' : null }),
  /** As the server stores an article. */
  storedArticle: (_: unknown, html: string): string => sanitizeArticle(html),
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether axe looks at every width and theme (tests/component/axe.ts). */
    readonly looksWhole: boolean
  }
}

const specs = 'src/app/**/*.spec.tsx'

export const componentProject = {
  extends: true,
  // Vite finds these before the first test: a package found later would reload the page during a test.
  optimizeDeps: {
    entries: [specs, 'src/app/main.tsx', 'tests/component/*.{ts,tsx}', 'workers/{device,timer}.worker.ts'],
    include: ['@lingui/core', '@lingui/react', 'react/jsx-runtime', 'react/jsx-dev-runtime'],
  },
  test: {
    name: 'component',
    include: [specs],
    setupFiles: ['tests/component/setup.ts'],
    isolate: false,
    provide: { looksWhole: process.env['AXE'] === 'whole' },
    // Half of a test is waiting for the browser: two for each core take three quarters of the time of one.
    maxWorkers: 2 * availableParallelism(),
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // Names and texts are found by a part of them.
      locators: { exact: false },
      instances: [{ browser: 'chromium' }],
      viewport: { width: 1280, height: 720 },
      commands,
      provider: playwright({
        launchOptions: {
          // A getter, so that runs of other projects do not look for a browser.
          get executablePath() {
            return findChromium()
          },
          args: chromiumArgs,
        },
        // The headless shell grants a lock on the screen only where it is allowed to.
        contextOptions: { reducedMotion: 'reduce', locale: 'en-GB', permissions: ['screen-wake-lock'] },
      }),
    },
  },
} satisfies TestProjectInlineConfiguration
