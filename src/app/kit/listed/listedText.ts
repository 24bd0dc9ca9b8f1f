/** A text from a list, or a new one that is none of them. Knows no field. */
import { foldText } from '../../../contract/foldText.ts'
import { rankLabel } from '../../ui/rank-label.ts'
import type { SearchOption } from '../../ui/search-select.tsx'

/** The option that a text means: it differs from it by case, accents and spaces at most. */
export function findListed<Option extends Pick<SearchOption, 'value'>>(options: readonly Option[], text: string): Option | undefined {
  const wanted = spelling(text)
  return options.find(({ value }) => spelling(value) === wanted)
}

/** Options without those that differ from an earlier one by case, accents and spaces alone. */
export function withoutRespelt<Option extends Pick<SearchOption, 'value'>>(options: readonly Option[]): Option[] {
  const known = new Set<string>()
  return options.filter(({ value }) => known.size < known.add(spelling(value)).size)
}

/** What a search offers, best first. `isNew`: what was typed is in the list in no spelling, so that it can be used as it is. */
export function listFor(
  options: readonly SearchOption[],
  typed: string,
): { readonly offered: readonly SearchOption[]; readonly isNew: boolean } {
  if (typed.trim() === '') return { offered: options, isNew: false }
  const meant = findListed(options, typed)
  const rank = (option: SearchOption) =>
    option === meant ? 2 : Math.max(rankLabel(option.label, typed), rankLabel(option.detail ?? '', typed))
  const offered = options.filter((option) => rank(option) > 0).toSorted((one, other) => rank(other) - rank(one))
  return { offered, isNew: meant === undefined }
}

function spelling(text: string): string {
  return foldText(text).replaceAll(/\s+/g, '')
}
