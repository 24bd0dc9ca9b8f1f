import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Inbox, Mail, MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import type { DemoMessage } from '../../../contract/demoMailbox.ts'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { BackToSignIn } from '../../kit/pages/BackToSignIn.tsx'
import { Empty } from '../../kit/pages/Empty.tsx'
import { FailedQuery } from '../../kit/failures/Failed.tsx'
import { usePageTitle } from '../../kit/pages/usePageTitle.ts'
import { Brand } from '../../layout/Brand.tsx'
import { ImpersonationBanner } from '../../layout/impersonation/ImpersonationBanner.tsx'
import { LanguageSwitch } from '../../layout/LanguageSwitch.tsx'
import { ThemeToggle } from '../../layout/ThemeToggle.tsx'
import { useSession } from '../../session/session.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { linkedText } from './linkedText.ts'

const refreshMs = 2_000

/** Addition: the mails and SMS of a demo, which are sent to nobody, so that every flow can be tried. */
export function DemoMailboxScreen() {
  const { t } = useLingui()
  const isGuest = useSession() === null
  const title = t`Demo mailbox`
  usePageTitle(title)
  const messages = useQuery({
    ...queryOf(api.demoMailbox.getAll),
    refetchInterval: refreshMs,
    staleTime: 0,
  })
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-3xl flex-col gap-6 px-4 py-5 sm:px-6">
      <ImpersonationBanner />
      <header className="flex items-center gap-2">
        <Brand className="mr-auto min-w-0" />
        <LanguageSwitch />
        <ThemeToggle />
      </header>
      <main className="flex flex-1 flex-col gap-6">
        <div className="flex flex-col gap-2">
          <h1 className="text-2xl font-semibold">{title}</h1>
          <p className="text-pretty text-muted-foreground">
            <Trans>This demo does not send real emails or text messages. They are shown here instead, newest first.</Trans>
          </p>
        </div>
        {messages.isPending && <Skeleton className="h-40 w-full" />}
        {messages.isError && <FailedQuery query={messages} />}
        {messages.isSuccess && <Messages messages={messages.data} />}
        {isGuest && <BackToSignIn />}
      </main>
    </div>
  )
}

function Messages({ messages }: { messages: readonly DemoMessage[] }) {
  const [openId, setOpenId] = useState<number | null>(null)
  if (messages.length === 0) {
    return (
      <Empty icon={Inbox} title={<Trans>Nothing has been sent yet</Trans>}>
        <Trans>Create an account or request a new password, then come back here.</Trans>
      </Empty>
    )
  }
  const shownId = openId ?? messages[0]?.id
  return (
    <ul className="flex flex-col gap-3">
      {messages.map((message) => (
        <Message key={message.id} message={message} isOpen={message.id === shownId} onOpen={() => setOpenId(message.id)} />
      ))}
    </ul>
  )
}

type MessageProps = { message: DemoMessage; isOpen: boolean; onOpen: () => void }

/** A message: its header and, while it is open, its text. */
function Message({ message, isOpen, onOpen }: MessageProps) {
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
              <span key={at}>{words}</span>
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
