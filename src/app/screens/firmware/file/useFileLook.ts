import { useRef, useState } from 'react'
import { type FileLook, lookAtFile } from './lookAtFile.ts'

export type LookedAt = FileLook & { readonly file: File }

/** What is known of the file that was chosen last; null until it was looked at. */
export function useFileLook(): { readonly look: LookedAt | null; readonly lookAt: (file: File) => void } {
  const [look, setLook] = useState<LookedAt | null>(null)
  const latest = useRef<File>(undefined)
  async function show(file: File) {
    latest.current = file
    const found = await lookAtFile(file)
    // Another one may have been chosen meanwhile.
    if (latest.current === file) setLook({ ...found, file })
  }
  return { look, lookAt: (file) => void show(file) }
}
