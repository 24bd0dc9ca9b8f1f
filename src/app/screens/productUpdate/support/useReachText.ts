import { useLingui } from '@lingui/react/macro'
import type { Reach } from '../../../update/pageStep.ts'

/** What is needed to connect a detector where this browser cannot. */
export function useReachText(): (reach: Exclude<Reach, 'supported'>) => string {
  const { t } = useLingui()
  return (reach) => {
    switch (reach) {
      case 'phone':
        return t`Detectors are updated from a computer, over a USB cable. Here you can manage your equipment and your warranty.`
      case 'otherBrowser':
        return t`Only Chrome, Edge and Opera can access a detector over USB. Open this page in one of them, on a computer.`
      case 'notSecure':
        return t`Browsers let a page access a detector only if its address begins with https. Please contact the site’s administrator.`
    }
  }
}
