/**
 * Credentials from the login path (the specification, section 2), or an address that a mailed link has proved. The route removes the former
 * from the address bar and the history; they stay in memory until the form takes them, once.
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
