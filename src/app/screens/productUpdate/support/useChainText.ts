import { useLingui } from '@lingui/react/macro'

type ChainText = {
  /** "first 5.0, then 5.2, then 5.5" */
  readonly stepsText: (versions: readonly string[]) => string
  /** "5.5 comes in two steps: ..."; null for a single version. */
  readonly chainText: (versions: readonly string[]) => string | null
}

/** How a firmware is installed whose stepping stones come first. The versions are in the order of their installation. */
export function useChainText(): ChainText {
  const { t } = useLingui()
  function stepsText(versions: readonly string[]): string {
    const rest = versions
      .slice(1)
      .map((versionName) => t`then ${versionName}`)
      .join(', ')
    return t`first ${versions[0] ?? ''}, ${rest}`
  }
  function chainText(versions: readonly string[]): string | null {
    const last = versions.at(-1)
    if (last === undefined || versions.length === 1) return null
    return versions.length === 2
      ? t`${last} comes in two steps: ${stepsText(versions)}.`
      : t`${last} comes in ${versions.length} steps: ${stepsText(versions)}.`
  }
  return { stepsText, chainText }
}
