/** `npm run bench:lighthouse`: Lighthouse's scores alone, of the last build. */
import { printLighthouse } from './printLighthouse.ts'
import { finish } from './report.ts'

await printLighthouse()
finish()
