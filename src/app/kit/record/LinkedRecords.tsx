import { Link } from '@tanstack/react-router'
import type { Choice } from '../../../contract/crud.ts'
import type { RecordEntity } from '../../../contract/recordFields.ts'
import { recordLink } from './recordLinks.ts'

/** Related records, each a link to its screen. */
export function LinkedRecords({ entity, records }: { entity: RecordEntity; records: readonly Choice[] }) {
  if (records.length === 0) return <span>–</span>
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1 wrap-anywhere">
      {records.map((record) => (
        <li key={record.id}>
          <LinkedRecord entity={entity} record={record} />
        </li>
      ))}
    </ul>
  )
}

/** A record by its name, a link to its screen. */
export function LinkedRecord({ entity, record: { id, tostring } }: { entity: RecordEntity; record: Choice }) {
  return (
    <Link {...recordLink(entity, 'show', id)} className="rounded-sm text-primary hover:underline">
      {tostring}
    </Link>
  )
}
