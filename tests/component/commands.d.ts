import 'vitest/browser'

declare module 'vitest/browser' {
  interface BrowserCommands {
    emulatePrint(isPrinting: boolean): Promise<void>
    forceColors(colorScheme: 'dark' | 'light' | null): Promise<void>
    storedArticle(html: string): Promise<string>
  }
}
