import { useLingui } from '@lingui/react/macro'
import type { TestKind } from '../../../../contract/haltingRule.ts'
import { browserNames } from '../../../../contract/rules.ts'

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

export function useBrowserName(): (family: string) => string {
  const { t } = useLingui()
  return (family) => browserNames[family] ?? t`Other browser`
}
