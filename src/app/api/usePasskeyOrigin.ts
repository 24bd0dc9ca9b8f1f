import { useConfiguration } from './useConfiguration.ts'

/** The address at which passkeys work, where this page is opened at another one; else null. */
export function useOtherPasskeyOrigin(): string | null {
  const origin = useConfiguration()?.passkeyOrigin
  return origin === undefined || origin === location.origin ? null : origin
}
