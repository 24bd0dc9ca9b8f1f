import 'vitest/browser'

declare module 'vitest/browser' {
  interface BrowserCommands {
    storedArticle(html: string): Promise<string>
  }
}
