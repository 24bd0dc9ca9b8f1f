/** The update page: connect a detector, choose a firmware, install it, and see what was done before. */
export function ProductUpdateScreen() {
  return <main />
}
