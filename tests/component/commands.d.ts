import 'vitest/browser'

declare module 'vitest/browser' {
  interface BrowserCommands {
    forceColors(colorScheme: 'dark' | 'light' | null): Promise<void>
    storedArticle(html: string): Promise<string>
  }
}
