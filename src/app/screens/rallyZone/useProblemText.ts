import { useLingui } from '@lingui/react/macro'
import type { ZoneFileProblem } from '../../../contract/rallyZone.ts'
import { AppError, isErrorCode } from '../../../errors.ts'
import { useErrorText } from '../../kit/failures/useErrorText.ts'

/** The text of a problem in the user's language, without its place. */
export function useProblemText(): (problem: Pick<ZoneFileProblem, 'code'>) => string {
  const { t } = useLingui()
  const errorText = useErrorText()
  return ({ code }) => {
    if (isErrorCode(code)) return errorText(new AppError(code))
    const notes = {
      'kml.overlay.ignored': t`Pictures laid over the map are not shown.`,
      'kml.link.ignored': t`Linked content is not fetched.`,
      'kml.model.ignored': t`3D models are not shown.`,
      'kml.tour.ignored': t`Tours are not shown.`,
      'kml.ring.closed': t`This outline was open. It has been closed.`,
      'kml.more.problems': t`There is more to say about this file.`,
    } satisfies Record<Exclude<ZoneFileProblem['code'], `${string}.error`>, string>
    return notes[code]
  }
}
