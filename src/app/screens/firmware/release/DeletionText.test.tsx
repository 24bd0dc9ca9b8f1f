import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { releaseImage, shownFirmware, shownRelease } from '../../../../../tests/component/records.ts'
import { describeInLanguages, textOf } from '../../../../../tests/support/shownText.tsx'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { releaseQuery } from '../steps/releaseQueries.ts'
import { DeletionText } from './DeletionText.tsx'

const texts = {
  en: {
    only: /^It is offered to customers: deleting halts it first\. It can be restored within 24 hours, and is then halted\./,
    others: /The other languages stay offered\. You can undo this for 24 hours\.$/,
    plain: /^Customers can no longer install it\. Past updates stay in their lists\. You can undo this for 24 hours\.$/,
  },
  fr: {
    only: /^Ce firmware est proposé aux clients\s: sa suppression le suspend d’abord\. Il peut être restauré pendant 24 heures et reste alors suspendu\./,
    others: /Les autres langues restent proposées\. Vous pourrez annuler pendant 24 heures\.$/,
    plain: /^Les clients ne pourront plus l’installer\..* Vous pourrez annuler pendant 24 heures\.$/,
  },
} as const

function drawn(release: ShownRelease) {
  const queries = new QueryClient()
  queries.setQueryData(releaseQuery(release.id).queryKey, release)
  return (
    <QueryClientProvider client={queries}>
      <DeletionText firmware={shownFirmware({ state: release.state })} />
    </QueryClientProvider>
  )
}

describeInLanguages('deleting (%s)', (locale) => {
  it.each<[string, Partial<ShownRelease>, 'only' | 'others' | 'plain']>([
    ['the only language of an offered release halts it', {}, 'only'],
    [
      'a language whose others are deleted halts it too',
      { images: [releaseImage(), releaseImage({ id: 15, language: 'Français', isDeleted: true })] },
      'only',
    ],
    ['one language of several leaves the others', { images: [releaseImage(), releaseImage({ id: 15, language: 'Français' })] }, 'others'],
    ['a draft changes nothing for customers', { state: 'draft' }, 'plain'],
  ])('%s, and the question says so', (_, release, said) => {
    expect(textOf(drawn(shownRelease(release)))).toMatch(texts[locale][said])
  })
})
