/** All rows of a list, however many, as a handler returns them: page by page, each read when it is needed. http/sendRows.ts sends them. */
export class RowPages<Row> {
  readonly pages: AsyncIterable<readonly Row[]>

  constructor(pages: AsyncIterable<readonly Row[]>) {
    this.pages = pages
  }
}
