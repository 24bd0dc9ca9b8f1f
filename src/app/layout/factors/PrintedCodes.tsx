import { Trans } from '@lingui/react/macro'

type PrintedCodesProps = { codes: readonly string[]; username: string; portal: string; date: string }

/** What printing shows in place of the page (app.css). Never on the screen. */
export function PrintedCodes({ codes, username, portal, date }: PrintedCodesProps) {
  return (
    <section data-slot="print-sheet" className="hidden font-sans text-black print:block">
      <p className="text-2xl font-semibold">{portal}</p>
      <p className="mt-1 text-lg">
        <Trans>Recovery codes</Trans>
      </p>
      <dl className="mt-6 grid w-fit grid-cols-[auto_auto] gap-x-6 gap-y-1">
        <dt>
          <Trans>Account</Trans>
        </dt>
        <dd className="font-medium">{username}</dd>
        <dt>
          <Trans>Made on</Trans>
        </dt>
        <dd className="font-medium">{date}</dd>
      </dl>
      <ul className="mt-8 grid w-fit grid-cols-2 gap-x-14 gap-y-4 font-mono text-lg">
        {codes.map((code) => (
          <li key={code} className="flex items-center gap-3 whitespace-nowrap">
            <span className="size-4 border border-black" />
            {code}
          </li>
        ))}
      </ul>
      <p className="mt-8">
        <Trans>Each code takes the place of your second factor once. Tick those that you have used.</Trans>
      </p>
    </section>
  )
}
