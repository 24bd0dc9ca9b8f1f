/** A person with second factors, as API tests need one. */
import { type Api } from '../../src/app/api/createApi.ts'
import type { ApiServer, Client } from './apiServer.ts'
import { password } from './apiServer.ts'
import { oneTimeCode } from './oneTimeCode.ts'
import { createSoftPasskey, type PasskeyOptions, type SoftPasskey } from './softPasskey.ts'

/** Adds an authenticator app; returns what shows its code at the server's time or `offMs` from it. */
export async function addApp(server: ApiServer, client: Api, name = 'Phone') {
  const { secret, setup } = await client.secondFactor.beginTotp()
  const code = (offMs = 0) => oneTimeCode(secret, new Date(server.context.clock().getTime() + offMs))
  const added = await client.secondFactor.addTotp({ body: { name, setup, code: code() } })
  return { ...added, setup, secret, code }
}

export async function addPasskey(client: Api, options: PasskeyOptions = {}, name = 'Key') {
  const passkey = createSoftPasskey(options)
  const added = await client.secondFactor.addPasskey({ body: { name, passkey: passkey.create(await client.secondFactor.beginPasskey()) } })
  return { ...added, passkey }
}

/** Gives the session fresh proof (contract/effects.ts). */
export async function proveWith(client: Api, passkey: SoftPasskey): Promise<void> {
  const { passkey: request } = await client.session.beginProof()
  if (request === null) throw new Error('the account has no passkey')
  await client.session.prove({ body: { proof: { kind: 'passkey', signature: passkey.sign(request) } } })
}

/** Enters a code of an app or a recovery code after the password, then signs in. */
export async function signInWithCode(client: Client, username: string, kind: 'totp' | 'recoveryCode', code: string) {
  await client.factorSignIn.checkFactor({ body: { username, password, proof: { kind, code } } })
  return client.authentication.login({ body: { username, password } })
}
