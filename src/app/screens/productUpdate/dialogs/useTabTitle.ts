import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useConfiguration } from '../../../api/useConfiguration.ts'

/** Shows what the page does or waits for in the tab's title, then restores the page's title: the tab may be hidden. */
export function useTabTitle(state: string): void {
  const { t } = useLingui()
  const brand = useConfiguration()?.brand.name ?? 'Fieldport'
  const pageTitle = `${t`Product updates`} · ${brand}`
  useEffect(() => {
    document.title = `${state} · ${pageTitle}`
  }, [state, pageTitle])
  useEffect(
    () => () => {
      document.title = pageTitle
    },
    [pageTitle],
  )
}
