/** A list as text; of records, their names. */
export function namesIn(list: readonly unknown[]): string {
  return list.map((item) => String(typeof item === 'object' && item !== null && 'tostring' in item ? item.tostring : item)).join(', ')
}
