/** The page of which `npm run drawings` makes a picture for mails, and what tells whether the picture is of that page. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { CoilDrawing } from '../../src/app/kit/detector/CoilDrawing.tsx'
import { DetectorDrawing } from '../../src/app/kit/detector/DetectorDrawing.tsx'
import { detectorFamilies } from '../../src/contract/detectorFamily.ts'
import { type MailDrawing, sizeOfDrawing } from '../../src/server/messages/mailDrawing.ts'

export const mailDrawings: readonly MailDrawing[] = [...detectorFamilies, 'unknown', 'coil']

/** The drawing in light colours on the ground that it has in a row, so that mail programs can show it on any colour. */
export function drawnPage(drawing: MailDrawing): string {
  const { width, height } = sizeOfDrawing(drawing)
  const markup = renderToStaticMarkup(drawing === 'coil' ? <CoilDrawing /> : <DetectorDrawing typeName={typeNames[drawing]} />)
  const ownStyles = `body { margin: 0; }
svg { display: block; box-sizing: border-box; width: ${width}px; height: ${height}px; padding: 8px; border-radius: 12px; background: var(--muted); }`
  return `<!doctype html><style>${theme()}\n${drawingStyles()}\n${ownStyles}</style>${markup}`
}

const typeNames: Readonly<Record<Exclude<MailDrawing, 'coil'>, string>> = { teleco: 'Téléco', ws6: 'WS6', wsaII: 'WSAII', unknown: 'Other' }

function drawingStyles(): string {
  return readFileSync('src/app/kit/detector/drawing.css', 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
}

/** The colours of the app that drawings have. */
function theme(): string {
  const app = readFileSync('src/app/app.css', 'utf8')
  const colours = ['foreground', 'muted', 'primary', 'primary-foreground'].map((name) => {
    const [declaration] = new RegExp(`^ +--${name}: .*;$`, 'm').exec(app) ?? []
    if (declaration === undefined) throw new Error(`app.css has no --${name}`)
    return declaration
  })
  return `:root {\n  color-scheme: light;\n${colours.join('\n')}\n}`
}

/** Another page asks for another picture. */
export function hashOf(page: string): string {
  return createHash('sha256').update(page).digest('base64url')
}
