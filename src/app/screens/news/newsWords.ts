import { useLingui } from '@lingui/react/macro'

export function useNewsWords() {
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
      thumbnail: t`Thumbnail`,
      removeThumbnail: t`Remove the thumbnail`,
    },
    deleteWords: {
      question: (name: string) => t`Delete article “${name}”?`,
      done: t`Article deleted`,
      consequence: t`Nobody can read it any more. Its images are deleted too when it can no longer be restored.`,
    },
  }
}
