import { useLingui } from '@lingui/react/macro'

/** "Role: customer", and in French "Rôle : client", with a space that does not break. The one place that puts a colon between two texts. */
export function useLabelled(): (label: string, value: string) => string {
  const { t } = useLingui()
  return (label, value) => t`${label}: ${value}`
}
