import { useLingui } from '@lingui/react/macro'
import type { Role } from '../../contract/rules.ts'

export function useRoleNames(): Readonly<Record<Role, string>> {
  const { t } = useLingui()
  return {
    ROLE_ADMIN: t`Administrator`,
    ROLE_MARKETTING: t`Marketing`,
    ROLE_BE: t`Back office`,
    ROLE_CUSTOMER: t`Customer`,
  }
}
