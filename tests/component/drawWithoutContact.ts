import type { ReactNode } from 'react'
import { expect } from 'vitest'
import { configuration } from './answers.ts'
import type { FakeCalls } from './fakeApi.ts'
import { drawComponent, type DrawnComponent } from './render.tsx'

/** Renders a component on an installation that has no contact, as a customer sees it. */
export async function drawWithoutContact(component: ReactNode, calls: FakeCalls = {}): Promise<DrawnComponent> {
  const { brand } = configuration
  const get = () => ({ ...configuration, brand: { ...brand, contactUrl: null } })
  const drawn = await drawComponent(component, { as: 'customer', calls: [calls, { configuration: { get } }] })
  // What the browser has stored of an earlier answer is shown until this one comes.
  await expect.poll(() => drawn.seen.map(({ name }) => name)).toContain('configuration.get')
  return drawn
}
