import { Trans } from '@lingui/react/macro'
import { Mail, MessageSquareText } from 'lucide-react'
import type { DemoMessage } from '../../../contract/demoMailbox.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { linkedText } from './linkedText.ts'

type MessageProps = { message: DemoMessage; isOpen: boolean; onOpen: () => void }

/** A message: its header and, while it is open, its text. */
export function Message({ message, isOpen, onOpen }: MessageProps) {
  const { channel, recipient, subject, text, sentAt } = message
  const Icon = channel === 'mail' ? Mail : MessageSquareText
  return (
    <li className="overflow-hidden rounded-xl border bg-card shadow-card">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onOpen}
        className="grid w-full grid-cols-[auto_1fr_auto] items-start gap-x-3 px-4 py-3.5 text-left hover:bg-accent/40 focus-visible:-outline-offset-2"
      >
        <Icon aria-hidden className="mt-0.5 size-4.5 text-primary" />
        <span className="min-w-0">
          <span className="block font-medium text-pretty">{subject ?? <Trans>SMS</Trans>}</span>
          <span className="block text-sm break-all text-muted-foreground">{recipient}</span>
        </span>
        <time dateTime={sentAt} className="text-sm whitespace-nowrap text-muted-foreground max-sm:col-start-2">
          {formatDateTime(sentAt)}
        </time>
      </button>
      {isOpen && (
        <p className="border-t px-4 py-4 text-sm whitespace-pre-line">
          {linkedText(text).map(({ at, words, href }) =>
            href === null ? (
              words
            ) : (
              <a key={at} href={href} className="break-all text-primary underline underline-offset-2">
                {words}
              </a>
            ),
          )}
        </p>
      )}
    </li>
  )
}
