import { useLingui } from '@lingui/react/macro'
import { useShareText } from '../../../i18n/measures.ts'

/** "30%", "everyone": what a plan leads to. */
export function useTargetText(): (share: number) => string {
  const { t } = useLingui()
  const shareText = useShareText()
  return (share) => (share >= 1 ? t({ context: 'a share', message: 'everyone' }) : shareText(share))
}
