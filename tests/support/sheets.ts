import readXlsx from 'read-excel-file/node'

/** A downloaded .xlsx as a library reads it that has not written it: the tab's name, the header, and the cells below. */
export async function readSheet(response: Response): Promise<{ name: string; header: unknown[]; rows: unknown[][] }> {
  const [sheet] = await readXlsx(Buffer.from(await response.arrayBuffer()), { trim: false })
  const [header = [], ...rows] = sheet?.data ?? []
  return { name: sheet?.sheet ?? '', header, rows }
}
