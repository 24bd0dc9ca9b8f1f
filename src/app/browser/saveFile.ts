/** Long enough for a browser to ask where to save it. */
const keptMs = 60_000

/** Offers a file as a download. */
export function saveFile(content: Blob, filename: string): void {
  const url = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: url, download: filename })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), keptMs)
}
