import { FileText } from 'lucide-react'
import { useCallback } from 'react'

const pdfType = 'application/pdf'
/** Parameters of Chromium's PDF viewer: no toolbar, and fitted to the frame's width. */
const pdfView = '#toolbar=0&navpanes=0&view=FitH'

/** Shows a picture or PDF from its bytes. The blob's type must match its content. */
export function ProofPreview({ content, name, className }: { content: Blob; name: string; className: string }) {
  const isPdf = content.type === pdfType
  const show = useCallback(
    (element: HTMLImageElement | HTMLIFrameElement | null) => {
      if (element === null) return
      const url = URL.createObjectURL(content)
      element.src = url + (content.type === pdfType ? pdfView : '')
      return () => URL.revokeObjectURL(url)
    },
    [content],
  )
  const place = `w-full rounded-md border bg-muted ${className}`
  if (!isPdf) return <img ref={show} alt={name} className={`${place} object-contain`} />
  if (navigator.pdfViewerEnabled) {
    // oxlint-disable-next-line react/iframe-missing-sandbox -- Chromium's PDF viewer does not start in a sandbox; the bytes begin as a PDF's do
    return <iframe ref={show} title={name} className={place} />
  }
  return (
    <div className={`${place} grid place-items-center`}>
      <FileText aria-hidden className="size-9 text-muted-foreground" />
    </div>
  )
}
