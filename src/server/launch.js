/**
 * Checks Node's version before any other file is read, which an older one could not run; then leaves it to `launch/buildAndRun.js`. Imports
 * nothing, for that would come first. The build makes every file of dist/server that can be started from this text (`launch/startable.ts`).
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 22)) {
  console.error(
    `Fieldport needs Node 22.22 or newer, and this is ${process.versions.node}. Start it by npm, which runs the Node that "npm ci" has installed, or install a newer one.`,
  )
  process.exit(1)
}
await import('./launch/buildAndRun.js')
