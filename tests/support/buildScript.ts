/** Bundles one script as the text of a classic script, for tests that run it before a page's own. */
import { build } from 'vite'

/** `entry` is the script's path. */
export async function buildScript(entry: string): Promise<string> {
  const outputs = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2023', minify: false, lib: { entry, formats: ['iife'], name: 'script' } },
  })
  const [output] = [outputs].flat()
  if (output === undefined || !('output' in output)) throw new Error(`${entry} was not built`)
  return output.output[0].code
}
