import { useEffect } from 'react'
import { useConfiguration } from '../../api/useConfiguration.ts'

/** Sets the tab's title: "Product updates · Fieldport". */
export function usePageTitle(title: string): void {
  const brand = useConfiguration()?.brand.name ?? 'Fieldport'
  useEffect(() => {
    document.title = `${title} · ${brand}`
  }, [title, brand])
}
