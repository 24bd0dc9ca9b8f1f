/**
 * Credentials that came in the login path (section 2), held in memory from the moment they are wiped from the address bar and the history
 * until the form takes them, once.
 */
type PrefilledLogin = { readonly username: string; readonly password: string; readonly isForgotPassword: boolean }

let prefilled: PrefilledLogin | null = null

export function setPrefilledLogin(login: PrefilledLogin): void {
  prefilled = login
}

export function takePrefilledLogin(): PrefilledLogin | null {
  const taken = prefilled
  prefilled = null
  return taken
}
