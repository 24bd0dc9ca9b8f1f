import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { RecordField } from '../../../contract/recordFields.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import type { RecordWords } from '../../kit/record/recordWords.ts'

export function useNewsWords(): RecordWords<RecordField<'news'> | 'removeThumbnail'> {
  const { t } = useLingui()
  return {
    title: t`News`,
    add: t`Add an article`,
    create: t`New article`,
    edit: t`Edit article`,
    added: t`Article added`,
    modified: t`Article modified`,
    labels: {
      title: t`Title`,
      content: t`Content`,
      published: t`Published`,
      publishAt: t`Publish on`,
      thumbnail: t`Thumbnail`,
      removeThumbnail: t`Remove the thumbnail`,
    },
    // The trail says "1234 characters (SHA-256 …)".
    values: {
      content: (text) =>
        text.replace(/^(\d+) characters/, (_, length) => t`${plural(Number(length), { one: '# character', other: '# characters' })}`),
      publishAt: formatDateTime,
    },
    deleteWords: {
      question: (name: string) => t`Delete article “${name}”?`,
      done: t`Article deleted`,
      consequence: t`Nobody can read it any more. Its images are deleted too when it can no longer be restored.`,
    },
  }
}
