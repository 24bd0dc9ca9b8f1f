import { PDFDocument } from '@cantoo/pdf-lib'

/** 0 if the bytes are no PDF that can be read; null if it is encrypted, so that its pages cannot be counted. */
export async function countPages(bytes: Uint8Array): Promise<number | null> {
  try {
    const document = await PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false })
    return document.getPageCount()
  } catch {
    // pdf-lib has no class of its own for a broken file.
    return Buffer.from(bytes).includes('/Encrypt') ? null : 0
  }
}
