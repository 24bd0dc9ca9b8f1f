/** What other browsers that are made from Chromium add to its name. Brave adds nothing. */
const others = /\b(?:Vivaldi|YaBrowser|SamsungBrowser|UCBrowser|DuckDuckGo|Ddg|Whale|QQBrowser|MiuiBrowser|HuaweiBrowser|Electron)\//

/** Whether this is Chrome, Edge or Opera, on any system. */
export function isNamedBrowser({ userAgent }: Pick<Navigator, 'userAgent'>): boolean {
  return /\b(?:Chrome|HeadlessChrome|CriOS|EdgiOS|OPiOS|OPT)\//.test(userAgent) && !others.test(userAgent)
}
