import { useEffect, useState } from 'react'

/** A blob address of a file, as long as it is used; null without one. */
export function useFileAddress(file: File | undefined): string | null {
  const [shown, setShown] = useState<{ readonly file: File; readonly address: string } | null>(null)
  useEffect(() => {
    if (file === undefined) return undefined
    const address = URL.createObjectURL(file)
    // oxlint-disable-next-line react/set-state-in-effect -- the address is the browser's, and is given up by the same effect
    setShown({ file, address })
    return () => URL.revokeObjectURL(address)
  }, [file])
  return shown !== null && shown.file === file ? shown.address : null
}
