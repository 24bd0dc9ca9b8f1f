/** All rows of a list, however many, as a handler returns them: page by page, each read when it is needed. http/sendRows.ts sends them. */
export class RowPages<Row> {
  readonly pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>
  /** How many there are about now. */
  readonly count: () => Promise<number>

  constructor(pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>, count: () => Promise<number>) {
    this.pages = pages
    this.count = count
  }
}
