import { useLingui } from '@lingui/react/macro'
import { useBetaGroupWords } from '../screens/betaGroup/betaGroupWords.ts'
import { useFirmwareWords } from '../screens/firmware/firmwareWords.ts'
import { useNewsWords } from '../screens/news/newsWords.ts'
import { useProductWords } from '../screens/product/productWords.ts'
import { useRallyZoneWords } from '../screens/rallyZone/rallyZoneWords.ts'
import { useUserWords } from '../screens/user/userWords.ts'
import { ActivityScreen } from '../screens/activity/ActivityScreen.tsx'

/** The activity of all records: here, because screens do not import one another, and each has the words for its fields. */
export function ActivityPage() {
  const { t } = useLingui()
  const words = {
    product: useProductWords(),
    firmware: useFirmwareWords(),
    user: useUserWords(),
    betaGroup: useBetaGroupWords(),
    news: useNewsWords(),
    rallyZone: useRallyZoneWords(),
    warrantyCodeBatch: { labels: { note: t`Note`, recallReason: t`Reason`, nbVoid: t`Void codes` } },
  }
  return <ActivityScreen words={words} />
}
