/** Chromium's own authenticator for tests, in place of a fingerprint reader or a security key. */
import { onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'

/** `isUserVerified`: the person gives the right PIN. Returns how many passkeys it holds. */
export async function addAuthenticator({ isUserVerified = true } = {}): Promise<{ countPasskeys: () => Promise<number> }> {
  const session = cdp()
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  })
  onTestFinished(async () => {
    await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    await session.send('WebAuthn.disable')
  })
  return { countPasskeys: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length }
}
