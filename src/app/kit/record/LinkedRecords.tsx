import { Link } from '@tanstack/react-router'
import type { Choice } from '../../../contract/crud.ts'
import { recordPath } from './recordPath.ts'

/** Other records that belong to the one shown, each a link to its own screen. */
export function LinkedRecords({ word, records }: { word: string; records: readonly Choice[] }) {
  if (records.length === 0) return '–'
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1">
      {records.map(({ id, tostring }) => (
        <li key={id}>
          <Link to={recordPath(word, 'show', id)} className="rounded-sm text-primary hover:underline">
            {tostring}
          </Link>
        </li>
      ))}
    </ul>
  )
}
