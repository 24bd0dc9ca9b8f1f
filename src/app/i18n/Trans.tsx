/** What the macro `<Trans>` becomes (lingui.config.ts). */
import { Trans as LinguiTrans, type TransProps, type TransRenderProps } from '@lingui/react'
import { ownElements } from '../ui/own-elements.ts'

/**
 * Lingui puts the values into the message before it looks for the message's elements: a name such as "Nox <0>x</0>" would be taken for one
 * of them, or lose its tags. A value that is an element itself is never read, so a text that may hold a tag becomes one.
 */
export function Trans({ values, ...props }: Omit<TransProps, 'render' | 'component'>) {
  const shielded = values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shield(value)]))
  return <LinguiTrans {...props} {...(shielded && { values: shielded })} component={OwnElement} />
}

/** As ui/foreign-nodes.ts needs it. */
function OwnElement({ translation }: TransRenderProps) {
  return <span>{ownElements(translation)}</span>
}

function shield(value: unknown): unknown {
  return typeof value === 'string' && value.includes('<') ? <span>{value}</span> : value
}
