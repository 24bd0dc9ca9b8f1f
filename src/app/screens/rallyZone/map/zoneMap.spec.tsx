// @module-tag rest
/** The map of a stored zone, by buttons, keys, pointer and fingers. */
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { shownRallyZone, zoneShape } from '../../../../../tests/component/rallyZones.ts'
import { openApp } from '../../../../../tests/component/render.tsx'

const map = () => page.getByRole('application')
const button = (name: string) => page.getByRole('button', { name, exact: true })
/** How the map is moved and zoomed. */
const view = () => document.querySelector('[role=application] g[transform]')?.getAttribute('transform')
const scaleText = () => document.querySelector('[role=application] [data-scale]')?.textContent
const wholeZone = 'translate(0,0) scale(1)'

const drawn = (selector: string) => [...document.querySelectorAll(`[role=application] svg ${selector}`)]

describe('the map', () => {
  beforeEach(async () => {
    const features = [zoneShape(0, 'Meadow'), zoneShape(0, 'Wood', 0.01), zoneShape(1, 'Pond', 0.02)]
    const rallyZone = { get: () => shownRallyZone(), getShapes: () => ({ type: 'FeatureCollection', features }) as const }
    await openApp('/rallyZone/show/7', { as: 'admin', calls: { rallyZone } })
  })

  it('shows area, perimeter, names, scale, north and the files in their colours [T32]', async () => {
    await expect.element(page.getByText('Area 3.2 ha, perimeter 1.2 km')).toBeVisible()
    // The shapes come by a call of their own, after the figures.
    await expect.poll(() => drawn('text').map(({ textContent }) => textContent)).toEqual(['Meadow', 'Wood', 'Pond', '500 m', 'N'])
    const strokes = drawn('g[data-file] path').map((path) => getComputedStyle(path).stroke)
    expect(strokes).toHaveLength(2)
    expect(new Set(strokes).size).toBe(2)
    await expect.element(page.getByRole('figure').getByRole('listitem').getByText('site.kml')).toBeVisible()
  })

  it('is zoomed by buttons and keys, and moved by arrow keys, or by dragging once there is more than it shows', async () => {
    await expect.poll(view).toBe(wholeZone)
    await button('Zoom in').click()
    await expect.poll(view).toContain('scale(1.5)')
    expect(scaleText()).toBe('200 m')
    await button('Zoom out').click()
    await expect.poll(view).toContain('scale(1)')
    map().element().focus()
    await userEvent.keyboard('+')
    await expect.poll(view).toContain('scale(1.5)')
    const before = view()
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(view).not.toBe(before)
    await userEvent.keyboard('{ArrowLeft}')
    await expect.poll(view).toBe(before)
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(view).not.toBe(before)
    await userEvent.keyboard('0')
    await expect.poll(view).toBe(wholeZone)
    await userEvent.keyboard('++')
    await expect.poll(view).toContain('scale(2.25)')
    await button('Show the whole zone').click()
    await expect.poll(view).toBe(wholeZone)
    await button('Zoom in').click()
    await expect.poll(view).toContain('scale(1.5)')
    const zoomed = view()
    await userEvent.dragAndDrop(map(), map(), { sourcePosition: { x: 300, y: 200 }, targetPosition: { x: 260, y: 170 } })
    await expect.poll(view).not.toBe(zoomed)
  })

  it('is zoomed by the wheel once it has the focus; before, the wheel scrolls the page', async () => {
    await expect.element(map()).toBeVisible()
    const svg = document.querySelector('[role=application] svg')
    const turn = () => {
      const wheel = new WheelEvent('wheel', { deltaY: -200, bubbles: true, cancelable: true, clientX: 400, clientY: 300 })
      svg?.dispatchEvent(wheel)
      return wheel.defaultPrevented
    }
    expect([turn(), view()]).toEqual([false, wholeZone])
    map().element().focus()
    expect(turn()).toBe(true)
    await expect.poll(view).not.toBe(wholeZone)
  })

  it('is moved by one finger only when it is zoomed, and zoomed by two', async () => {
    await expect.element(map()).toBeVisible()
    const svg = document.querySelector('[role=application] svg')
    if (svg === null) throw new Error('no map')
    const touch = (type: string, ...places: [number, number][]) => {
      const touches = places.map(([clientX, clientY], identifier) => new Touch({ identifier, target: svg, clientX, clientY }))
      svg.dispatchEvent(new TouchEvent(type, { touches, changedTouches: touches, targetTouches: touches, bubbles: true, cancelable: true }))
    }
    touch('touchstart', [400, 300])
    touch('touchmove', [440, 300])
    touch('touchend', [440, 300])
    expect(view()).toBe(wholeZone)
    touch('touchstart', [350, 300], [450, 300])
    touch('touchmove', [300, 300], [500, 300])
    await expect.poll(view).toContain('scale(2)')
  })
})
