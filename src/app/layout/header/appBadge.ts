/** The number on the icon of the installed app, where the browser can show one. It stays when the app is closed. */
export function showAppBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  // Refused outside an installed app by some browsers; nobody asked for it.
  void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined)
}
