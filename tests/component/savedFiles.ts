import { onTestFinished, vi } from 'vitest'

export type SavedFile = { readonly name: string; readonly text: Promise<string> }

/** The files that the page offers as downloads, from now on. The browser saves none of them. */
export function watchSavedFiles(): readonly SavedFile[] {
  const saved: SavedFile[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: fetch(this.href).then((response) => response.text()) })
  })
  onTestFinished(() => click.mockRestore())
  return saved
}
