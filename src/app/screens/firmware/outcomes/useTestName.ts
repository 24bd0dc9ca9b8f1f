import { useLingui } from '@lingui/react/macro'
import type { TestKind } from '../../../../contract/haltingRule.ts'

/** What is watched of a release, in words: a hardware version, a browser, … */
export function useTestName(): (test: { readonly kind: TestKind; readonly name: string }) => string {
  const { t } = useLingui()
  const browserName = useBrowserName()
  return ({ kind, name }) => {
    switch (kind) {
      case 'all':
        return t`All detectors`
      case 'hardware':
        return t`Hardware ${name}`
      case 'empty':
        return t`Without firmware after a second attempt`
      case 'silent':
        return t`Nothing heard for a day`
      case 'build':
        return t`Portal build ${name}`
      case 'browser':
        return browserName(name)
    }
  }
}

const browserNames: ReadonlyMap<string, string> = new Map([
  ['chrome', 'Chrome'],
  ['edge', 'Edge'],
  ['opera', 'Opera'],
])

export function useBrowserName(): (family: string) => string {
  const { t } = useLingui()
  return (family) => browserNames.get(family) ?? t`Other browser`
}
