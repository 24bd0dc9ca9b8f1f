/** The row of a statement that always returns one, such as `insert … returning`. */
export function single<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('the statement gave no row')
  return row
}
