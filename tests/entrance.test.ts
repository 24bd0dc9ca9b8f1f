/** What everybody downloads before the sign-in appears. A package that is added here costs each visitor on a slow phone. */
import { expect, it } from 'vitest'
import { entranceModules } from '../locales/entrance.ts'

const modules = [...entranceModules()]

it('holds these packages alone: toasts come with the layouts', () => {
  const packages = modules.filter((name) => !/^(?:src|locales)\//.test(name) && !name.endsWith('/macro'))
  expect(packages.toSorted()).toEqual([
    '@lingui/core',
    '@lingui/react',
    '@tanstack/react-query',
    '@tanstack/react-router',
    '@tanstack/react-store',
    '@tanstack/store',
    'class-variance-authority',
    'clsx',
    'ky',
    'lucide-react',
    'radix-ui',
    'react',
    'react-dom/client',
    'react-hook-form',
    'valibot',
  ])
})

it('holds the calls of the sign-in, and of no other screen', () => {
  expect(
    modules
      .filter((name) => /^src\/contract\/(?!basePath|contactLink|endpoint|fields|matchLocale|rules|storableText|strictJson)/.test(name))
      .toSorted(),
  ).toEqual(['src/contract/authentication.ts', 'src/contract/configuration.ts'])
})

it('holds the texts of its own modules, and of no other screen', () => {
  expect(modules.filter((name) => name.startsWith('locales/'))).toEqual(['locales/en.po?entrance'])
  expect(modules).toContain('src/app/screens/login/SignInView.tsx')
  expect(modules.filter((name) => /screens\/(?!login\/)/.test(name))).toEqual([])
})
